import { expect, it } from 'vitest';
import { keyOf } from '../../packages/texts/src/format.ts';
import { readCatalogue, translationsOf } from './catalogue.ts';
import { expandMacros } from './transform.ts';
import { usesMacros } from './uses-macros.ts';

const SOURCE = `import { t } from '@lingui/core/macro';
export const greet = (name: string) => t\`Hello \${name}\`;
`;

it('keeps the English text in the code, so that English needs no catalogue', () => {
  expect(usesMacros(SOURCE)).toBe(true);
  const { code } = expandMacros(SOURCE, 'greet.ts');
  expect(code).toContain('_i18n._("Hello {name}", { name: name })');
  expect(code).toContain('from "#locales/i18n.ts"');
  expect(code).not.toContain('@lingui/core/macro');
});

it('leaves sources without texts alone', () => {
  expect(usesMacros("import { useState } from 'react';")).toBe(false);
});

it('keeps the context of a text with two meanings, by which its translation is found', async () => {
  const source = `import { t } from '@lingui/core/macro';\nexport const open = t({ message: 'Open', context: 'verb' });\n`;
  expect(expandMacros(source, 'open.ts').code).toMatch(/_i18n\._\("Open", undefined, ['"]verb['"]\)/);
  const german = translationsOf(await readCatalogue('de'), 'panel');
  expect(german[keyOf('Open', 'verb')]).toBe('Öffnen');
  expect(german[keyOf('Open')]).toBe('Offen');
});
