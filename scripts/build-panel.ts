// Builds the panel into server/panel if its sources have changed. `--always` builds in any case and reports the sizes.
// Runs before `npm start`.
import { buildPanel } from './panel/build.ts';

await buildPanel({ always: process.argv.includes('--always') });
