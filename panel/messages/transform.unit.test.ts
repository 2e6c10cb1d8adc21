import { expect, it } from 'vitest';
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
