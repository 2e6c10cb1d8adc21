import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from '../locales/languages.ts';

/** The texts of the panel. English is written in the source; every other language is one file of `locales/`. */
const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: Object.keys(LANGUAGES).filter((language) => language !== 'en'),
  catalogs: [{ path: '<rootDir>/../locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/generated/**'] }],
  // Without line numbers, so that a change of a page changes no catalogue.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  // This module has loaded the catalogue before any text is read, so texts can be constants of a module.
  runtimeConfigModule: { i18n: ['#locales/i18n.ts', 'i18n'], Trans: ['#locales/trans.tsx', 'Trans'] },
};

export default config;
