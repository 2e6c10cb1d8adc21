import {
  isFunctionLikeDeclaration,
  isTypeNode,
  type Node,
  type Project,
  type SourceFile,
  SyntaxKind,
  type Type,
} from './compiler.ts';
import { QueryTypes } from './query-types.ts';

export interface LostQuery {
  readonly file: string;
  readonly line: number;
  /** The source line. */
  readonly text: string;
}

const Kind = SyntaxKind;
const kinds = (...list: SyntaxKind[]): ReadonlySet<SyntaxKind> => new Set(list);

/** Expressions with the value of their operand. */
const WRAPPERS = kinds(
  Kind.ParenthesizedExpression,
  Kind.AsExpression,
  Kind.SatisfiesExpression,
  Kind.NonNullExpression,
);
const OPERATORS = kinds(Kind.BinaryExpression, Kind.ConditionalExpression);
/** Places where the value gets a name, or one of its members is used. */
const KEEPERS = kinds(
  Kind.VariableDeclaration,
  Kind.PropertyDeclaration,
  Kind.Parameter,
  Kind.BindingElement,
  Kind.PropertyAccessExpression,
  Kind.ElementAccessExpression,
);
const PROPERTIES = kinds(Kind.PropertyAssignment, Kind.ShorthandPropertyAssignment);
const RECEIVERS = kinds(
  ...PROPERTIES,
  Kind.CallExpression,
  Kind.NewExpression,
  Kind.ArrayLiteralExpression,
  Kind.SpreadElement,
);
const VALUES = kinds(Kind.CallExpression, Kind.Identifier, Kind.PropertyAccessExpression);
const FUNCTIONS = kinds(Kind.ArrowFunction, Kind.FunctionExpression);
const WITHOUT_VALUES = kinds(Kind.ImportDeclaration, Kind.ExportDeclaration);
const ASSIGNMENTS = kinds(Kind.EqualsToken, Kind.QuestionQuestionEqualsToken, Kind.BarBarEqualsToken);

/**
 * Finds places where a query is made, or a function that makes one is passed on, and no caller can run it: a forgotten
 * `yield*`. The compiler accepts them, because a generator that never runs is a value like any other.
 */
export function findLostQueries({ program, checker }: Project, files: readonly string[]): LostQuery[] {
  const types = new QueryTypes(checker);
  return files.flatMap((name) => {
    const file = program.getSourceFile(name);
    return file ? findInFile(file, types).map((node) => locate(node, file)) : [];
  });
}

function findInFile(file: SourceFile, types: QueryTypes): Node[] {
  const expressions: Node[] = [];
  const visit = (node: Node): void => {
    if (isTypeNode(node) || WITHOUT_VALUES.has(node.kind)) return;
    if (FUNCTIONS.has(node.kind) || (VALUES.has(node.kind) && !isName(node))) expressions.push(node);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  const found = types.typesOf(expressions);
  const queries = new Set(expressions.filter((_, index) => types.isQuery(found[index])));
  return expressions.filter((node, index) => {
    const type = found[index];
    if (type === undefined) return false;
    if (queries.has(node)) return !isTaken(node, type, types);
    return isGiven(node) && mayMake(node, queries) && types.makesQuery(type) && types.isAnswerIgnoredBy(node);
  });
}

/** Saves a call to the compiler for most functions. */
function mayMake(node: Node, queries: ReadonlySet<Node>): boolean {
  if (!FUNCTIONS.has(node.kind) || (node as { asteriskToken?: Node }).asteriskToken) return true;
  return queries.values().some(({ pos, end }) => node.pos <= pos && end <= node.end);
}

/** In `{ row }` the name is the value too. */
function isName(node: Node): boolean {
  return node.parent.kind !== Kind.ShorthandPropertyAssignment && (node.parent as { name?: Node }).name === node;
}

/**
 * Returns whether the use of the value lets a caller run the query. A test for undefined is allowed where the query is
 * optional.
 */
function isTaken(node: Node, type: Type, types: QueryTypes): boolean {
  const { parent } = node;
  const isOptional = types.isOptional(type);
  if (WRAPPERS.has(parent.kind)) return isTaken(parent, type, types);
  if (KEEPERS.has(parent.kind)) return true;
  // An object without an expected type that contains a query is a result, and the query should have run before.
  if (PROPERTIES.has(parent.kind)) return types.isWantedBy(node) && !types.isIgnoredBy(node);
  if (RECEIVERS.has(parent.kind)) return !types.isIgnoredBy(node);
  switch (parent.kind) {
    case Kind.YieldExpression:
      return (parent as { asteriskToken?: Node }).asteriskToken !== undefined;
    case Kind.ArrowFunction:
    case Kind.ReturnStatement:
      return isPlain(functionAround(node));
    case Kind.ForOfStatement:
      return !types.yieldsSteps(type);
    case Kind.ConditionalExpression:
      return (parent as { condition?: Node }).condition === node ? isOptional : isTaken(parent, type, types);
    case Kind.BinaryExpression:
      return isTakenByOperator(node, type, types);
    case Kind.ExpressionStatement:
      return false;
    default:
      return isOptional;
  }
}

function isTakenByOperator(node: Node, type: Type, types: QueryTypes): boolean {
  const { left, operatorToken } = node.parent as Node & { left: Node; operatorToken: Node };
  const operator = operatorToken.kind;
  if (ASSIGNMENTS.has(operator)) return true;
  if (operator === Kind.BarBarToken || operator === Kind.QuestionQuestionToken)
    return isTaken(node.parent, type, types);
  if (operator === Kind.AmpersandAmpersandToken || operator === Kind.CommaToken) {
    return left === node ? operator !== Kind.CommaToken && types.isOptional(type) : isTaken(node.parent, type, types);
  }
  return types.isOptional(type);
}

/** A generator or an async function that returns a query does not run it. */
function isPlain(node: Node): boolean {
  const { asteriskToken, modifiers = [] } = node as { asteriskToken?: Node; modifiers?: readonly Node[] };
  return asteriskToken === undefined && !modifiers.some(({ kind }) => kind === Kind.AsyncKeyword);
}

function functionAround(node: Node): Node {
  let around = node.parent;
  while (!isFunctionLikeDeclaration(around)) around = around.parent;
  return around;
}

/** Returns whether the value is passed on, alone or as one of several. */
function isGiven({ parent }: Node): boolean {
  return WRAPPERS.has(parent.kind) || OPERATORS.has(parent.kind) ? isGiven(parent) : RECEIVERS.has(parent.kind);
}

function locate(node: Node, file: SourceFile): LostQuery {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return { file: file.fileName, line: line + 1, text: file.text.split('\n')[line]?.trim() ?? '' };
}
