import { type NodePath, type PluginObj, template, transformSync, types, type Visitor } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { packText } from '../../packages/texts/src/parse.ts';
import { linguiConfig } from './config.ts';

/** Name of the runtime in elements; another one than that of the macros, which import it only if they use it. */
const RUNTIME = '_texts';

/** Packs the texts of messages and drops their ids. Lingui marks messages by a comment. */
const packTexts: Visitor<{ used: boolean }> = {
  ObjectExpression(path, state) {
    const { node, parent } = path;
    if (!node.leadingComments?.some(({ value }) => value.includes('i18n'))) return;
    const fields = new Map<string, types.ObjectProperty>();
    for (const property of node.properties) {
      if (!types.isObjectProperty(property) || !types.isIdentifier(property.key)) continue;
      if (property.key.name !== 'id') fields.set(property.key.name, property);
    }
    const message = fields.get('message');
    if (types.isStringLiteral(message?.value)) message.value = types.valueToNode(packText(message.value.value));
    node.properties = [...fields.values()];
    if (types.isCallExpression(parent)) passFields(parent, fields);
    else if (fields.size === 1 && message) state.used = replaceElement(path, message.value as types.Expression);
  },
};

/** Turns `i18n._({ message, values, context })` into `i18n._(message, values, context)`. */
function passFields(call: types.CallExpression, fields: ReadonlyMap<string, types.ObjectProperty>): void {
  const given = ['message', 'values', 'context'].map((name) => fields.get(name)?.value as types.Expression | undefined);
  while (given.length > 0 && given.at(-1) === undefined) given.pop();
  call.arguments = given.map((value) => value ?? types.identifier('undefined'));
}

/** Turns an element with a plain text, `<Trans>Save</Trans>`, into the text. */
function replaceElement(path: NodePath, message: types.Expression): boolean {
  const element = path.findParent((above) => above.isJSXElement());
  const call = types.callExpression(types.memberExpression(types.identifier(RUNTIME), types.identifier('_')), [
    message,
  ]);
  const isChild = types.isJSXElement(element?.parent) || types.isJSXFragment(element?.parent);
  element?.replaceWith(isChild ? types.jsxExpressionContainer(call) : call);
  return true;
}

/** Runs after the macros. */
const textPacker: PluginObj = {
  visitor: {
    Program: {
      exit(program) {
        const state = { used: false };
        program.traverse(packTexts, state);
        if (!state.used) return;
        program.node.body.unshift(template.statement.ast(`import { i18n as ${RUNTIME} } from '#locales/i18n.ts'`));
      },
    },
  },
};

/**
 * Expands the macros of Lingui in a TypeScript source. Its English texts stay in the code, and plurals are parsed: English
 * needs no catalogue, and a browser needs no parser.
 */
export function expandMacros(code: string, file: string): { code: string; map: object | null | undefined } {
  const result = transformSync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    retainLines: true,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [[macros, { linguiConfig, descriptorFields: 'message' }], textPacker],
  });
  return { code: result?.code ?? code, map: result?.map };
}
