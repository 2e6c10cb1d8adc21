import { parseSync, types } from '@babel/core';

/** Stands for the values of a template: it matches placeholders of texts and of numbers. */
const VALUE = '5';

/** Functions that return a text of a check. */
const ADVISES = /^(?:advise\w*|explain)$/;

/**
 * Returns the texts of a source in TypeScript: those of the given fields and of variables with their names, or all.
 * Templates contain `5` in place of their values.
 */
export function listTexts(source: string, fields?: readonly string[]): string[] {
  const parsed = parseSync(source, { configFile: false, babelrc: false, parserOpts: { plugins: ['typescript'] } });
  const texts: string[] = [];
  types.traverseFast(parsed, (node) => {
    texts.push(...(fields ? readFields(node, fields) : readTexts(node)));
  });
  return texts.filter((text) => /[A-Za-z]{3}/.test(text));
}

function readFields(node: types.Node, fields: readonly string[]): string[] {
  const isField = (name: types.Node) => types.isIdentifier(name) && fields.includes(name.name);
  if (types.isObjectProperty(node) && isField(node.key)) return readTexts(node.value);
  if (types.isVariableDeclarator(node) && isField(node.id)) return readTexts(node.init);
  if (!types.isFunctionDeclaration(node) || !returnsTexts(node)) return [];
  const texts: string[] = [];
  types.traverseFast(node.body, (inner) => {
    if (types.isReturnStatement(inner)) texts.push(...readTexts(inner.argument));
  });
  return texts;
}

/** Others return a pair, the detail and the advice. */
function returnsTexts({ id, returnType }: types.FunctionDeclaration): boolean {
  if (ADVISES.test(id?.name ?? '')) return true;
  return types.isTSTypeAnnotation(returnType) && types.isTSTupleType(returnType.typeAnnotation);
}

/** Returns the texts that an expression can have, as far as the source contains them. */
function readTexts(node: types.Node | null | undefined): string[] {
  if (types.isStringLiteral(node)) return [node.value];
  if (types.isConditionalExpression(node)) return [...readTexts(node.consequent), ...readTexts(node.alternate)];
  if (types.isArrayExpression(node)) return node.elements.flatMap((element) => readTexts(element));
  if (!types.isTemplateLiteral(node)) return [];
  const values = node.expressions.map((value) => readTexts(value)[0] ?? VALUE);
  return [node.quasis.map(({ value }, index) => `${value.cooked ?? ''}${values[index] ?? ''}`).join('')];
}
