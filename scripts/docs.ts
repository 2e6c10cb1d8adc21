// Writes docs/errors.md from the tables of codes and reasons, and the settings that the program knows. With --check it writes
// nothing and fails when one of them is out of date, when docs/operations.md leaves out a setting, or when
// docs/architecture.md is too long or names a folder that does not exist.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { engineErrorCodes } from '../server/src/engines/engine.ts';
import { ERROR_CODES } from '../server/src/kernel/error-codes.ts';
import { checkArchitecture } from './docs/check-architecture.ts';
import { readReasons, renderReasons } from './docs/reasons.ts';
import { listSettings, renderSettings, SETTINGS_FILE } from './docs/settings-catalogue.ts';

const reasons = await readReasons();
const root = new URL('../', import.meta.url);
const errorsPage = new URL('../docs/errors.md', import.meta.url);
const operationsPage = new URL('../docs/operations.md', import.meta.url);
const architecturePage = new URL('../docs/architecture.md', import.meta.url);

function renderErrors(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { status, when }]) => `| \`${code}\` | ${status} | ${when} |`);
  const engineCodes = engineErrorCodes.map((code) => `\`ENGINE_${code.toUpperCase()}\``).join(', ');
  return `# Error codes

<!-- Written by scripts/docs.ts from server/src/kernel/error-codes.ts and all errors.ts. Do not edit; run: npm run docs -->

Every error response is \`{"success": false, "error": {"code", "message", "reason", "params"?, "details"?}}\`. The code is
for programs and never changes its meaning. The message is for people and may change. \`details\` is a list of
\`{field, message, reason, params?}\`. The list of codes is closed: the API returns no other. The API reference (\`/docs\`
on a running server, [openapi.json](openapi.json) here) lists the codes of each operation.

\`reason\` identifies the message, and \`params\` has the values in it, so that a program can say it in another language.
The [list of reasons](#reasons) is open: releases add reasons to a code. Decide by the code, and show the message if you
do not know the reason. Messages of the API are English; the panel says them in the language of the reader
(\`locales/\`).

| code | status | when |
|---|---|---|
${rows.join('\n')}

Two statuses come from the HTTP layer: 408 (the request did not arrive within 30 seconds) and 431 (the headers are too
large). Both have the code \`BAD_REQUEST\` in the same format.

A failed action has its own \`error\`, \`{code, message}\`, inside a successful response. Its codes are
${engineCodes},
and \`INTERNAL_ERROR\` for unexpected failures.

## Reasons

A reason keeps its name and its \`{placeholders}\`, which are the names in \`params\`. \`params\` is absent if there are
none. \`limit_reached\` also has \`max\`, the limit as a number. Responses that were stored for an \`Idempotency-Key\` before
an upgrade have no reason.

${renderReasons(reasons)}
`;
}

function listMissingSettings(): string[] {
  const page = readFileSync(operationsPage, 'utf8');
  return listSettings().filter((name) => !page.includes(`\`${name}\``));
}

function listArchitectureProblems(): string[] {
  return checkArchitecture(readFileSync(architecturePage, 'utf8'), {
    isFolder: (path) => statSync(new URL(path, root), { throwIfNoEntry: false })?.isDirectory() ?? false,
    exists: (path) => existsSync(new URL(path, root)),
  });
}

function check(): string[] {
  const stale = readFileSync(errorsPage, 'utf8') !== renderErrors();
  const isListed = readFileSync(SETTINGS_FILE, 'utf8') === renderSettings(readFileSync(operationsPage, 'utf8'));
  return [
    ...(isListed ? [] : ['server/src/settings/catalogue.ts is not what the settings say. Run: npm run docs']),
    ...(stale ? ['docs/errors.md is not what the tables of codes and reasons say. Run: npm run docs'] : []),
    ...listMissingSettings().map((name) => `docs/operations.md does not mention the setting ${name}.`),
    ...listArchitectureProblems().map((problem) => `docs/architecture.md: ${problem}`),
  ];
}

if (process.argv.includes('--check')) {
  const problems = check();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} else {
  writeFileSync(errorsPage, renderErrors());
  writeFileSync(SETTINGS_FILE, renderSettings(readFileSync(operationsPage, 'utf8')));
}
