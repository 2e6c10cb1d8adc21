// Builds the panel into server/panel when its sources have changed since; `--always` also when not, with a report of
// the sizes. Runs before `npm start`.
import { buildPanel } from './panel/build.ts';

await buildPanel({ always: process.argv.includes('--always') });
