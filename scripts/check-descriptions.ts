// Fails when an operation, a parameter, a field or a response of the OpenAPI documents has no description, when the
// description of an operation does not begin with a verb in the third person, or when a default is not a valid value.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findBadDefaults } from './descriptions/find-bad-defaults.ts';
import { findMissing } from './descriptions/find-missing.ts';

for (const file of process.argv.slice(2)) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const defaults = findBadDefaults(document).map((place) => ({ place, problem: 'its schema refuses the default.' }));
  for (const { place, problem } of [...findMissing(document), ...defaults]) {
    console.log(`${basename(file)} ${place}: ${problem}`);
    process.exitCode = 1;
  }
}
