// Run by `npm run mutate`: makes small mistakes in a copy of the code and shows which of them no test notices.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServices } from '../testing/services/index.ts';
import type { ServiceName } from '../testing/services/service.ts';
import { chooseMutations } from './mutate/choose.ts';
import { generateMutations, type Mutation } from './mutate/generate.ts';
import { TestFinder } from './mutate/imports.ts';
import { type Judged, renderReport, showMutation } from './mutate/report.ts';
import { passesChecks, runTests, type TestRun } from './mutate/run-tests.ts';
import { Scratch } from './mutate/scratch.ts';

const HELP = `npm run mutate -- --files <glob> … [options]
  --files          what to change, for instance 'server/src/kernel/http/*.ts'; may be given several times
  --max            how many mutations (60)
  --seed           chooses others (1)
  --line           only those of this line
  --kind           only those with this in their kind, for instance 'limit lifted'
  --list           show them and run nothing
  --tests          how many test files near the changed one are run, without those of the slow lane (5)
  --slow           tests of the slow lane judge what survives those
  --also           test files that judge what survives those, for instance acceptance/admission.test.ts; several times
  --postgres       the tests on PostgreSQL, too
  --services       real servers for the tests of engines, separated by commas: postgres,mariadb,powerdns,lxd,valkey
  --minutes        ends after so many minutes with what is known by then (60)`;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** A mutation may slow its tests down, but not by more than this. */
const PATIENCE = { factor: 3, moreSeconds: 30 };
const FIRST_RUN_LIMIT_SECONDS = 600;

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: [] },
    max: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    line: { type: 'string' },
    kind: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    tests: { type: 'string', default: '5' },
    slow: { type: 'boolean', default: false },
    also: { type: 'string', multiple: true, default: [] },
    postgres: { type: 'boolean', default: false },
    services: { type: 'string', default: '' },
    minutes: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (options.help || options.files.length === 0) return console.log(HELP);
  const files = listFiles();
  const chosen = chooseMutations(findMutations(files), Number(options.max), Number(options.seed));
  if (chosen.length === 0) throw new Error('There is nothing to change in these files.');
  if (options.list) return console.log(chosen.map(showMutation).join('\n'));
  const names = [...options.services.split(',').filter(Boolean), ...(options.postgres ? ['postgres', 'valkey'] : [])];
  const services = await startServices(names as ServiceName[], { required: true });
  try {
    const judge = new Judge(new Scratch(root, files), new TestFinder(root, files), services.env);
    console.log(`\n${renderReport(await judgeAll(judge, chosen))}`);
  } finally {
    await services.stop();
  }
}

/** Returns the files that git tracks, and new files that are not ignored. */
function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function findMutations(files: readonly string[]): Mutation[] {
  const named = new Set(globSync(options.files, { cwd: root }));
  return files
    .filter((file) => named.has(file) && file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => generateMutations(file, readFileSync(join(root, file), 'utf8')))
    .filter(({ line }) => options.line === undefined || line === Number(options.line))
    .filter(({ kind }) => kind.includes(options.kind));
}

async function judgeAll(judge: Judge, mutations: readonly Mutation[]): Promise<Judged[]> {
  const endAt = performance.now() + Number(options.minutes) * 60_000;
  const judged: Judged[] = [];
  for (const mutation of mutations) {
    if (performance.now() > endAt) break;
    const judgement = await judge.judge(mutation);
    const { verdict, late } = judgement;
    judged.push(judgement);
    const mark = verdict === 'failed' || verdict === 'timed out' ? '✔' : '✘';
    console.log(
      `${mark} ${judged.length}/${mutations.length} ${(late ? `${verdict} late` : verdict).padEnd(9)} ${showMutation(mutation)}`,
    );
  }
  return judged;
}

class Judge {
  readonly #scratch: Scratch;
  readonly #finder: TestFinder;
  readonly #env: Readonly<Record<string, string>>;
  /** Duration of tests on the unchanged code; they must pass on it. */
  readonly #seconds = new Map<string, number>();
  #checksPass: Promise<boolean> | undefined;

  constructor(scratch: Scratch, finder: TestFinder, env: Readonly<Record<string, string>>) {
    this.#scratch = scratch;
    this.#finder = finder;
    this.#env = env;
  }

  /**
   * Judges by the nearest tests first, and if those notice nothing, by the types and documents that `npm test` checks, and
   * then by slow tests and those of `--also`.
   */
  async judge(mutation: Mutation): Promise<Judged> {
    const most = Number(options.tests);
    const near = this.#finder.find(mutation.file, most);
    const slow = options.slow ? this.#finder.find(mutation.file, most, { slow: true }) : [];
    let verdict: Judged['verdict'] = 'no tests';
    for (const tests of [near, slow, globSync(options.also, { cwd: root })]) {
      if (tests.length === 0) continue;
      const limitSeconds = (await this.#time(tests)) * PATIENCE.factor + PATIENCE.moreSeconds;
      verdict = (await this.#scratch.with(mutation, () => this.#run(tests, limitSeconds))).verdict;
      if (verdict !== 'passed') return { mutation, verdict, late: tests !== near };
      if (tests === near && !(await this.#check(mutation))) return { mutation, verdict: 'failed', late: false };
    }
    return { mutation, verdict, late: false };
  }

  async #check(mutation: Mutation): Promise<boolean> {
    this.#checksPass ??= passesChecks(this.#scratch.folder);
    if (!(await this.#checksPass)) throw new Error('The static checks must pass before anything is changed.');
    return this.#scratch.with(mutation, () => passesChecks(this.#scratch.folder));
  }

  async #time(tests: readonly string[]): Promise<number> {
    const name = tests.join(' ');
    const known = this.#seconds.get(name);
    if (known !== undefined) return known;
    const { verdict, seconds, output } = await this.#run(tests, FIRST_RUN_LIMIT_SECONDS);
    if (verdict !== 'passed') throw new Error(`The tests must pass before anything is changed:\n${output}`);
    this.#seconds.set(name, seconds);
    return seconds;
  }

  #run(tests: readonly string[], limitSeconds: number): Promise<TestRun> {
    const projects = ['sqlite', 'unit', 'engines', ...(options.postgres ? ['postgres'] : [])];
    return runTests(tests, { folder: this.#scratch.folder, projects, env: this.#env, limitSeconds });
  }
}

// Child processes and the copy are removed with this process, whichever way it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`mutate: ${error.message}\n`);
    process.exit(1);
  },
);
