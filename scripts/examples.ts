// Calls every operation of the public API once and records request and answer for the OpenAPI document. With --check it
// fails if the server's answers have changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Examples } from '../server/src/kernel/http/openapi/example.ts';
import { disguise } from './examples/disguise.ts';
import { tellStory } from './examples/story.ts';

const name = 'server/reference/examples.json';
const file = new URL(`../${name}`, import.meta.url);
const told = disguise(await tellStory());

if (!process.argv.includes('--check')) {
  writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`);
} else {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Examples;
  const ids = new Set([...Object.keys(kept), ...Object.keys(told)]);
  const changed = [...ids].filter((id) => !isDeepStrictEqual(kept[id], told[id]));
  if (changed.length > 0) {
    console.error(`${name} is not what is answered by ${changed.join(', ')}. Run: npm run examples && npm run openapi`);
    process.exitCode = 1;
  }
}
