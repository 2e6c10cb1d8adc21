import { join } from 'node:path';
import { readJson, writeJson } from '../../durable-file.ts';
import type { ExecuteStep } from '../driver.ts';

/** What a step does on a simulated machine, in place of its script. */
export interface StepOutcome {
  /** Default: 0. */
  readonly exitCode?: number;
  /** `{NAME}` is replaced by this variable of the step. */
  readonly stdout?: string;
  readonly stderr?: string;
  /** Time after the output. Default: the delay of the engine. */
  readonly takesMs?: number;
}

/** Outputs of the shipped recipes by step. Their other steps print nothing. */
export const OUTPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  caddy: {},
  docker: {},
  gitea: {},
  'login-notice': { 'Configure the SSH server': 'The notice is shown at every new SSH login.\n' },
  nextcloud: {},
  nginx: {},
  postgresql: {},
  'static-page': { 'Check the server': 'The page will be served by Python.\n' },
  'welcome-message': { 'Write the message': 'The message is shown at every new login.\n' },
  wireguard: {
    'Create keys': 'Keys created for {PARAM_CLIENTS} device(s).\n',
    'Write configuration': 'The device configurations are in /etc/wireguard/clients.\n',
  },
  wordpress: { 'Set up the site': 'Site set up.\n' },
};
const PACKAGES: Readonly<Record<string, string>> = {
  'Install packages':
    'Reading package lists...\nBuilding dependency tree...\nSetting up the packages (simulated) ...\n',
  'Remove packages': 'Reading package lists...\nRemoving the packages (simulated) ...\n',
};
const NOT_RUN = 'This server is simulated: the script was not run.\n';

/** Outcomes by `recipe/step`, or `recipe/step/check`. With several, each run on a machine has the next one. */
export type StepOutcomes = Readonly<Record<string, StepOutcome | readonly StepOutcome[]>>;

/** Sets the outcomes of steps for every process that uses the engine, for tests. */
export async function setOutcomes(dir: string, outcomes: StepOutcomes): Promise<void> {
  await writeJson(join(dir, 'steps.json'), outcomes);
}

/** Returns the outcome of a step. `runs` counts the runs of steps with several. */
export async function findOutcome(dir: string, step: ExecuteStep, runs: Record<string, number>): Promise<StepOutcome> {
  const { recipe, kind, name } = step;
  const key = `${recipe}/${name}${kind === 'check' ? '/check' : ''}`;
  const set = (await readJson<StepOutcomes>(join(dir, 'steps.json')))?.[key];
  if (Array.isArray(set)) {
    const run = runs[key] ?? 0;
    runs[key] = run + 1;
    return set[Math.min(run, set.length - 1)];
  }
  if (set) return set as StepOutcome;
  // A check succeeds if its step was done before.
  if (kind === 'check') return { exitCode: 1 };
  const shipped = Object.hasOwn(OUTPUTS, recipe) ? OUTPUTS[recipe] : undefined;
  return { stdout: shipped ? (shipped[name] ?? PACKAGES[name] ?? '') : NOT_RUN };
}
