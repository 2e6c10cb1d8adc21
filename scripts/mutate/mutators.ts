import { locate, type Node } from './syntax.ts';

export interface Replacement {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Read = (start: number, end: number) => string;
type Mutator = (node: Node, read: Read, ancestors: readonly Node[]) => Replacement[];

/** The other side of each comparison's border, and the opposite where there is no border. */
const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
/** Replacements in SQL statements, which are strings to TypeScript. */
const SQL_WORDS: Readonly<Record<string, string>> = {
  ' and ': ' or ',
  ' <= ': ' < ',
  ' >= ': ' > ',
  ' < ': ' <= ',
  ' > ': ' >= ',
};
const SQL = /\b(select|insert into|update|delete from)\b/;
const LIFTED = 1_000;
/** Texts for people; the check of the generated documents notices when one is missing. */
const WORDS = /^['"]?(description|examples|summary)\b/;

/** Returns every small change of this node. Code that only exists for types is never changed. */
export function mutateNode(node: Node, ancestors: readonly Node[], read: Read): Replacement[] {
  if (ancestors.some(({ type }) => type.startsWith('Ts') && !ERASED_AROUND.has(type))) return [];
  return MUTATORS[node.type]?.(node, read, ancestors) ?? [];
}

/** `x as T`, `x satisfies T`, `x!`: these contain code that runs. */
const ERASED_AROUND = new Set(['TsAsExpression', 'TsSatisfiesExpression', 'TsNonNullExpression', 'TsConstAssertion']);

const MUTATORS: Readonly<Record<string, Mutator>> = {
  BinaryExpression(node, read) {
    const operator = String(node.operator);
    const other = OPERATORS[operator];
    const [left, right] = [inside(node, 'left'), inside(node, 'right')];
    if (other === undefined || !left || !right) return [];
    const at = left.end + read(left.end, right.start).indexOf(operator);
    return [{ kind: `${operator} to ${other}`, start: at, end: at + operator.length, replacement: other }];
  },
  UnaryExpression: (node) =>
    node.operator === '!' ? [{ kind: 'negation gone', start: node.start, end: node.start + 1, replacement: '' }] : [],
  IfStatement: decide,
  ConditionalExpression: decide,
  ExpressionStatement(node) {
    const { type } = node.expression as Node;
    const kind = { YieldExpression: 'yield* gone', AwaitExpression: 'await gone', CallExpression: 'call gone' }[type];
    return kind === undefined ? [] : [{ kind, start: node.start, end: node.end, replacement: ';' }];
  },
  ThrowStatement: (node) => [{ kind: 'throw gone', start: node.start, end: node.end, replacement: ';' }],
  BooleanLiteral: (node) => [
    { kind: 'flag flipped', start: node.start, end: node.end, replacement: String(node.value !== true) },
  ],
  NumericLiteral(node, _read, ancestors) {
    const value = Number(node.value);
    const isNamed = ancestors.at(-1)?.type === 'VariableDeclarator' || ancestors.at(-2)?.type === 'VariableDeclarator';
    const replacement = isNamed && value > 1 ? value * LIFTED : value + 1;
    const kind = isNamed && value > 1 ? 'limit lifted' : 'number + 1';
    return [{ kind, start: node.start, end: node.end, replacement: String(replacement) }];
  },
  ObjectExpression: dropOptions,
  TemplateElement: changeSql,
  StringLiteral: changeSql,
};

/** Loops are left alone: most would never end. */
function decide(node: Node): Replacement[] {
  const test = inside(node, 'test');
  if (!test) return [];
  return ['true', 'false'].map((replacement) => ({
    kind: `condition to ${replacement}`,
    start: test.start,
    end: test.end,
    replacement,
  }));
}

/** Drops each field of an object that is passed to a call or a constructor, or has a name. */
function dropOptions(node: Node, read: Read): Replacement[] {
  const properties = (node.properties as Record<string, unknown>[]).map((property) => spanOf(property, node));
  return properties.flatMap((property, index) => {
    if (!property || WORDS.test(read(property.start, property.end))) return [];
    const next = properties[index + 1];
    const comma = read(property.end, node.end).indexOf(',');
    const end = next ? next.start : comma === -1 ? property.end : property.end + comma + 1;
    return [{ kind: 'option gone', start: property.start, end, replacement: '' }];
  });
}

function changeSql(node: Node, read: Read): Replacement[] {
  const text = read(node.start, node.end);
  if (!SQL.test(text)) return [];
  return Object.entries(SQL_WORDS).flatMap(([word, other]) =>
    [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => {
      const start = node.start + Buffer.byteLength(text.slice(0, index));
      return { kind: `SQL:${word}to${other}`.trimEnd(), start, end: start + word.length, replacement: other };
    }),
  );
}

/** Returns a child of a node, with its position in the text. */
function inside(parent: Node, field: string): Node | undefined {
  return spanOf(parent[field] as Record<string, unknown>, parent);
}

function spanOf(value: Record<string, unknown>, parent: Node): Node | undefined {
  const base = (parent.span as { start: number }).start - parent.start;
  const located = locate(value, base);
  if (located) return located;
  // A property has no position of its own; it spans from its key to its value.
  const key = locate(value.key as Record<string, unknown>, base);
  const content = locate(value.value as Record<string, unknown>, base);
  return key && content && { ...content, start: key.start };
}
