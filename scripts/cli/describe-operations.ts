import type { Field, Operation } from '../../cli/src/operations.ts';
import { type ApiDocument, type Schema, simplify } from '../sdk/simplify.ts';

/** Reads the commands of hostctl from the OpenAPI document. */
export function describeOperations(document: ApiDocument): Operation[] {
  const { operations, schemas } = simplify(document);
  return operations.map(({ name, summary, description, input, output }) => {
    const { properties = {}, required = [] } = (input && schemas[input.type]) ?? {};
    const fields = Object.entries(properties).map(([field, schema]) =>
      describeField(field, schema, required.includes(field)),
    );
    const columns = Object.keys(schemas[output.type]?.properties ?? {});
    return { name, summary, description, kind: output.kind, fields, columns };
  });
}

function describeField(name: string, schema: Schema, isRequired: boolean): Field {
  const kinds = [schema.type ?? 'object'].flat();
  const isList = kinds.includes('array');
  const inner = isList ? (schema.items ?? {}) : schema;
  const [type = 'object'] = [inner.type ?? 'object'].flat().filter((kind) => kind !== 'null');
  const values = inner.enum as Field['values'];
  return {
    name,
    type: type as Field['type'],
    ...(isList ? { isList } : {}),
    ...(kinds.includes('null') ? { isNullable: true as const } : {}),
    ...(isRequired ? { isRequired } : {}),
    ...(values ? { values: values.filter((value) => value !== null) } : {}),
    description: schema.description ?? '',
  };
}
