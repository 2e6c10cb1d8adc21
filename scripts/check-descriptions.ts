// Fails when an operation, a parameter, a field or a response of the OpenAPI documents has no description, or when the description of
// an operation does not begin with a verb in the third person.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findMissing } from './descriptions/find-missing.ts';

for (const file of process.argv.slice(2)) {
  for (const { place, problem } of findMissing(JSON.parse(readFileSync(file, 'utf8')))) {
    console.log(`${basename(file)} ${place}: ${problem}`);
    process.exitCode = 1;
  }
}
