import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, type Step } from './run-step.ts';

const colors = process.stdout.isTTY ? 'force' : 'off';
const sources = [
  'packages',
  'server/src',
  'sdk',
  'cli',
  'panel',
  'locales',
  'acceptance',
  'bench',
  'drill',
  'scripts',
  'testing',
  'vitest.config.ts',
].filter((path) => existsSync(join(root, path)));

/** Several checkers would each check the shared files again, and the other cores have steps of their own. */
const types = (project: string) => ['tsc', '--checkers', '1', '--project', project];
const documents = ['docs/openapi.json', 'docs/openapi-panel.json', 'docs/openapi-operator.json'];
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** What `npm run check` runs. */
export const staticSteps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', `--colors=${colors}`, '.'] },
  { name: 'types', command: types('tsconfig.json') },
  { name: 'types of the SDK', command: types('sdk/tsconfig.json') },
  { name: 'types of the panel', command: types('panel/tsconfig.json') },
  { name: 'queries are run', command: ['node', 'scripts/check-queries.ts'] },
  { name: 'migrations', command: ['node', 'scripts/check-migrations.ts'] },
  { name: 'dependency rules', command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...sources] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'documents drift', command: ['node', 'scripts/docs.ts', '--check'] },
  { name: 'examples drift', command: ['node', 'scripts/examples.ts', '--check'] },
  { name: 'OpenAPI drift', command: ['node', 'scripts/openapi.ts', '--check'] },
  { name: 'SDK drift', command: ['node', 'scripts/sdk.ts', '--check'] },
  { name: 'texts and translations', command: ['node', 'scripts/messages.ts', '--check'] },
  { name: 'OpenAPI lint', command: ['redocly', 'lint', ...documents], env: quiet },
  { name: 'API descriptions', command: ['node', 'scripts/check-descriptions.ts', ...documents] },
  { name: 'acceptance coverage', command: ['node', 'scripts/check-coverage.ts'] },
];
