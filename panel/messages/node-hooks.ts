import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { usesMacros } from './uses-macros.ts';

const require = createRequire(import.meta.url);
const sources = new URL('../src/', import.meta.url).href;

/** Node runs the sources of unit tests as they are, except for files of the panel with texts. */
registerHooks({
  load: (url, context, nextLoad) => {
    if (!url.startsWith(sources) || !url.endsWith('.ts')) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const code = readFileSync(file, 'utf8');
    if (!usesMacros(code)) return nextLoad(url, context);
    // Loaded only when needed: most tests contain no text of the panel.
    const { expandMacros } = require('./transform.ts') as typeof import('./transform.ts');
    return { format: 'module', source: stripTypeScriptTypes(expandMacros(code, file).code), shortCircuit: true };
  },
});
