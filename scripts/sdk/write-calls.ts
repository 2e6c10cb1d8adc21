// Writes the classes of a client from the names of its operations. `domains.records.show` becomes the method `show` of
// `DomainsRecordsApi`, which is the field `records` of `DomainsApi`, which is the field `domains` of the client.
import { capitalize, type Operation } from './simplify.ts';

interface Group {
  readonly operations: Operation[];
  readonly groups: Map<string, Group>;
}

interface Target {
  /** Name of the client's class. */
  readonly className: string;
  readonly operations: readonly Operation[];
  /** Module from which the methods import. */
  readonly transport: string;
  /** Hand-written types, better than the document can express them, and their files. */
  readonly handWritten: Readonly<Record<string, { readonly name: string; readonly file: string }>>;
}

export function writeCalls({ className, operations: documented, transport, handWritten }: Target): string {
  const operations = documented.map(({ output, ...rest }) => {
    return { ...rest, output: { ...output, type: handWritten[output.type]?.name ?? output.type } };
  });
  const byHand = Object.values(handWritten);
  const root = groupByName(operations);
  const used = operations.flatMap(({ input, output }) => [...(input ? [input.type] : []), output.type]);
  const generated = [...new Set(used)].filter((type) => !byHand.some(({ name }) => name === type)).sort();
  const kinds = new Set(operations.map(({ output }) => output.kind));
  const fromTransport = [
    'CallOptions',
    ...(kinds.has('feed') ? ['Feed'] : []),
    'Input',
    ...(kinds.has('page') ? ['Pages'] : []),
    'Transport',
  ];
  return [
    '// Generated from the OpenAPI document. Do not change it by hand: npm run sdk',
    ...byHand.map(({ name, file }) => `import type { ${name} } from '${file}';`),
    `import type { ${fromTransport.join(', ')} } from '${transport}';`,
    `import type { ${generated.join(', ')} } from './types.gen.ts';`,
    '',
    ...writeClasses(root, [], className),
  ].join('\n');
}

/** Writes the request of each operation, for code that shows calls instead of making them. */
export function writeOperations(operations: readonly Operation[]): string {
  const lines = operations.map(({ name, method, path }) => `'${name}': { method: '${method}', path: '${path}' },`);
  return [
    '// Generated from the OpenAPI document. Do not change it by hand: npm run sdk',
    '/** The request behind each call, by the name of the call. */',
    'export const OPERATIONS = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

function groupByName(operations: readonly Operation[]): Group {
  const root: Group = { operations: [], groups: new Map() };
  for (const operation of operations) {
    let group = root;
    for (const name of operation.name.split('.').slice(0, -1)) {
      const inner = group.groups.get(name) ?? { operations: [], groups: new Map() };
      group.groups.set(name, inner);
      group = inner;
    }
    group.operations.push(operation);
  }
  return root;
}

/** Writes inner classes first, so that no class is used before it is defined. */
function writeClasses(group: Group, path: readonly string[], className: string): string[] {
  const nameClass = (name: string) => `${[...path, name].map(capitalize).join('')}Api`;
  const names = [...group.groups.keys()];
  return [
    ...[...group.groups].flatMap(([name, inner]) => writeClasses(inner, [...path, name], nameClass(name))),
    `export class ${className} {`,
    ...names.map((name) => `readonly ${name}: ${nameClass(name)};`),
    ...(group.operations.length > 0 ? ['readonly #transport: Transport;'] : []),
    '',
    'constructor(transport: Transport) {',
    ...names.map((name) => `this.${name} = new ${nameClass(name)}(transport);`),
    ...(group.operations.length > 0 ? ['this.#transport = transport;'] : []),
    '}',
    ...group.operations.flatMap(writeMethod),
    '}',
    '',
  ];
}

function writeMethod(operation: Operation): string[] {
  const { name, method, path, summary, description, idempotent, input, output } = operation;
  const result = { page: 'Pages<T>', feed: 'Feed<T>', list: 'Promise<T[]>', record: 'Promise<T>' }[output.kind];
  const verb = { page: 'pages', feed: 'feed', list: 'get', record: 'get' }[output.kind];
  const call = method === 'GET' ? verb : idempotent ? 'write' : 'send';
  const taken = input && `input${input.required ? '' : '?'}: Input<${input.type}>, `;
  return [
    '',
    '/**',
    ...[summary, ...(description === '' ? [] : ['', ...description.split('\n')])].map((line) => ` * ${line}`.trimEnd()),
    ' */',
    `${name.slice(name.lastIndexOf('.') + 1)}(${taken ?? ''}options?: CallOptions): ${result.replace('T', output.type)} {`,
    `return this.#transport.${call}('${path}', ${input ? 'input' : 'undefined'}, options);`,
    '}',
  ];
}
