import { createRequire } from 'node:module';
import type { Examples } from './kernel/http/openapi/example.ts';

/** One call of each operation of the public API, recorded by `npm run examples`; in the package, as the reference is. */
export const examples = createRequire(import.meta.url)('../reference/examples.json') as Examples;
