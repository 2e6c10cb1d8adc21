import { escapeHtml } from '../../html.ts';
import { type ApiDocument, resolve, type Schema } from './document.ts';
import { describeText } from './text.ts';

/** Deeper fields are rare; the example shows them. */
const DEEPEST = 4;

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly description?: string | undefined;
}

/** Lists the fields of the body that a request has. */
export function listInputs(document: ApiDocument, schema: Schema): string {
  const { properties = {}, required = [] } = findObject(document, schema) ?? {};
  const isRequired = (name: string) => required.includes(name);
  const fields = Object.entries(properties).map(([name, of]) => ({ name, schema: of, required: isRequired(name) }));
  return describeFields(document, fields);
}

/** Lists the fields of an object, or of the objects in an array. */
export function listFields(document: ApiDocument, schema: Schema, depth = 0): string {
  const { properties = {} } = findObject(document, schema) ?? {};
  const fields = Object.entries(properties).map(([name, of]) => ({ name, schema: of }));
  return describeFields(document, fields, depth);
}

export function describeFields(document: ApiDocument, fields: readonly Field[], depth = 0): string {
  if (fields.length === 0) return '';
  return `<ul class="fields">${fields.map((field) => describeField(document, field, depth)).join('')}</ul>`;
}

function describeField(document: ApiDocument, { name, schema, required, description }: Field, depth: number): string {
  const whole = resolve(document, schema);
  const text = description ?? schema.description ?? whole.description ?? '';
  const inner = depth < DEEPEST ? listFields(document, whole, depth + 1) : '';
  return [
    `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${escapeHtml(nameType(document, whole))}</span>`,
    required ? ' <span class="required">required</span>' : '',
    text === '' ? '' : describeText(text),
    describeBounds(whole),
    inner === '' ? '' : `<details><summary>Fields of ${escapeHtml(name)}</summary>${inner}</details>`,
    '</li>',
  ].join('');
}

function findObject(document: ApiDocument, schema: Schema): Schema | undefined {
  const whole = resolve(document, schema);
  if (whole.properties) return whole;
  if (whole.items) return findObject(document, whole.items);
  for (const one of whole.anyOf ?? []) {
    const found = findObject(document, one);
    if (found) return found;
  }
  return undefined;
}

function nameType(document: ApiDocument, schema: Schema): string {
  const whole = resolve(document, schema);
  if (whole.anyOf) return [...new Set(whole.anyOf.map((one) => nameType(document, one)))].join(' or ');
  if (whole.items) return `array of ${nameType(document, whole.items)}`;
  if (whole.format !== undefined) return `${[whole.type].flat().join(' or ')} (${whole.format})`;
  if (whole.type !== undefined) return [whole.type].flat().join(' or ');
  if (whole.const === undefined) return 'any value';
  return whole.const === null ? 'null' : typeof whole.const;
}

/** Returns the permitted values and limits of a field. */
function describeBounds(schema: Schema): string {
  const facts: string[] = [];
  const values = schema.enum ?? schema.items?.enum;
  if (values) facts.push(`One of ${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')}.`);
  if (schema.default !== undefined) facts.push(`Default: <code>${escapeHtml(JSON.stringify(schema.default))}</code>.`);
  for (const [unit, least, most] of [
    ['', schema.minimum, schema.maximum],
    [' characters', schema.minLength, schema.maxLength],
    [' items', schema.minItems, schema.maxItems],
  ] as const) {
    // The largest safe integer is no limit that a reader needs to know.
    const upper = most === Number.MAX_SAFE_INTEGER ? undefined : most;
    if (least !== undefined && upper !== undefined) facts.push(`From ${least} to ${upper}${unit}.`);
    else if (upper !== undefined) facts.push(`At most ${upper}${unit}.`);
    else if (least !== undefined && least > 1) facts.push(`At least ${least}${unit}.`);
  }
  return facts.length === 0 ? '' : `<p class="bounds">${facts.join(' ')}</p>`;
}
