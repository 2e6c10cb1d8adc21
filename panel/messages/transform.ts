import { type PluginObj, transformSync, types, type Visitor } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { linguiConfig } from './config.ts';
import { parseText } from './parse-text.ts';

/** Replaces the text of a message by its parsed form. Lingui marks messages by a comment. */
const parseTexts: Visitor = {
  ObjectExpression: ({ node }) => {
    if (!node.leadingComments?.some(({ value }) => value.includes('i18n'))) return;
    for (const property of node.properties) {
      if (!types.isObjectProperty(property) || !types.isStringLiteral(property.value)) continue;
      if (!types.isIdentifier(property.key, { name: 'message' })) continue;
      property.value = types.valueToNode(parseText(property.value.value));
    }
  },
};

/** Runs after the macros. */
const textParser: PluginObj = { visitor: { Program: { exit: (program) => program.traverse(parseTexts) } } };

/**
 * Expands the macros of Lingui in a TypeScript source. Its English texts stay in the code, already parsed: English needs
 * no catalogue, and a browser needs no parser.
 */
export function expandMacros(code: string, file: string): { code: string; map: object | null | undefined } {
  const result = transformSync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    retainLines: true,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [[macros, { linguiConfig, descriptorFields: 'message' }], textParser],
  });
  return { code: result?.code ?? code, map: result?.map };
}
