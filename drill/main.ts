// Run by `npm run drill`: starts a whole cluster with customers at work and injects one fault after the other.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FIRST_RELEASE } from '../testing/last-release.ts';
import type { Cluster } from './cluster/cluster.ts';
import { findRelease } from './cluster/release.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { renderResults } from './report.ts';
import { judge, type Result, type Scenario } from './scenario.ts';
import { cutWorker } from './scenarios/cut-worker.ts';
import { freezeServer } from './scenarios/freeze-server.ts';
import { freezeWorker } from './scenarios/freeze-worker.ts';
import { fullDisk } from './scenarios/full-disk.ts';
import { killServer } from './scenarios/kill-server.ts';
import { killWorker } from './scenarios/kill-worker.ts';
import { promoteAsynchronous } from './scenarios/promote-asynchronous.ts';
import { promoteStandby } from './scenarios/promote-standby.ts';
import { restartDatabase } from './scenarios/restart-database.ts';
import { downgradeTo, upgradeFrom } from './scenarios/rolling-upgrade.ts';
import { valkeyAway } from './scenarios/valkey-away.ts';
import { wrongClock } from './scenarios/wrong-clock.ts';

/**
 * Run one after the other in one installation. The full disk is that of the first leader, so it comes before a
 * promotion.
 */
const SCENARIOS: readonly Scenario[] = [
  killServer,
  freezeServer,
  killWorker,
  freezeWorker,
  cutWorker,
  valkeyAway,
  wrongClock,
  restartDatabase,
  fullDisk,
  promoteStandby,
  promoteAsynchronous,
];
const QUICK = [killServer, killWorker];

const CALM_MS = 4_000;
const QUICK_CALM_MS = 1_000;
const PAGE = new URL('../docs/operations/scaling.md', import.meta.url);
const PLACE = /(<!-- drill: begin -->\n)[\s\S]*(\n<!-- drill: end -->)/;
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    from: { type: 'string', default: FIRST_RELEASE },
    help: { type: 'boolean', default: false },
  },
});
/** Run in an installation that an earlier release has made. */
const UPGRADES: readonly Scenario[] = [upgradeFrom(options.from), downgradeTo(options.from)];
const HELP = `npm run drill -- [--quick] [--only NAME[,NAME]] [--from VERSION]
  --quick   a server and a worker are killed, about half a minute
  --only    some of: ${[...SCENARIOS, ...UPGRADES].map(({ name }) => name).join(', ')}
  --from    release that the upgrade starts from and the downgrade leads to; ${FIRST_RELEASE} by default
The table is written into docs/operations/scaling.md by a whole run. As root, packages that are missing are installed,
and a small disk can be filled.`;

async function main(): Promise<void> {
  if (options.help) return console.log(HELP);
  const chosen = choose();
  const began = performance.now();
  const results: Result[] = [];
  const runAll = async (environment: Environment, scenarios: readonly Scenario[]) => {
    for (const scenario of scenarios) results.push(await runOne(environment, scenario));
  };
  let broken: Error | undefined;
  console.log(
    'A cluster is started: PostgreSQL with a standby, PgBouncer, Valkey, HAProxy, three servers, two workers.',
  );
  const environment = await openEnvironment();
  try {
    await runAll(
      environment,
      chosen.filter((scenario) => SCENARIOS.includes(scenario)),
    );
    const upgrades = chosen.filter((scenario) => UPGRADES.includes(scenario));
    if (upgrades.length > 0) await runAll(await openRelease(environment.cluster), upgrades);
  } catch (error) {
    // After a fault that was not recovered from, later scenarios would prove nothing; earlier results stay valid.
    broken = error as Error;
  } finally {
    await environment.close();
  }
  const report = renderResults(results, (performance.now() - began) / 1_000);
  console.log(`\n${report}`);
  if (broken) throw broken;
  if (!options.quick && options.only === undefined) {
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(PLACE, (_, begin, end) => `${begin}${report}${end}`),
    );
  }
  if (results.some((result) => judge(result).length > 0)) process.exitCode = 1;
}

function choose(): Scenario[] {
  const all = [...SCENARIOS, ...UPGRADES];
  if (options.only === undefined) return options.quick ? QUICK : all;
  const names = options.only.split(',');
  const unknown = names.find((name) => !all.some((scenario) => scenario.name === name));
  if (unknown !== undefined) throw new Error(`There is no scenario "${unknown}".\n${HELP}`);
  return all.filter(({ name }) => names.includes(name));
}

async function runOne(environment: Environment, scenario: Scenario): Promise<Result> {
  process.stdout.write(`${scenario.title} … `);
  const began = performance.now();
  const result = await environment.run(scenario, options.quick ? QUICK_CALM_MS : CALM_MS);
  const missed = judge(result);
  console.log(
    `${missed.length === 0 ? 'reached' : missed.join('; ')} (${Math.round((performance.now() - began) / 1_000)} s)`,
  );
  for (const [reason, count] of result.failures) console.log(`  ${count} × ${reason}`);
  return result;
}

/** Opens a database that the release has made, on the same cluster. */
async function openRelease(cluster: Cluster): Promise<Environment> {
  await cluster.stopAll();
  return openEnvironment({ program: findRelease(options.from), on: { cluster, name: 'release' } });
}

main().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`drill: ${error.stack}\n${error.cause ?? ''}\n`);
    process.exit(1);
  },
);
