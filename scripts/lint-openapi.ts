// Checks the OpenAPI documents with the default rules of Spectral (`spectral:oas`). Errors fail, warnings are printed.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const { Document, Spectral } = spectralCore;
const ERROR = 0;

const spectral = new Spectral();
spectral.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
for (const file of process.argv.slice(2)) {
  const findings = await spectral.run(new Document(readFileSync(file, 'utf8'), parsers.Json, file));
  for (const { severity, code, path, message } of findings) {
    console.log(
      `${severity === ERROR ? 'error' : 'warning'} ${basename(file)} ${path.join('/')}: ${message} (${code})`,
    );
    if (severity === ERROR) process.exitCode = 1;
  }
}
