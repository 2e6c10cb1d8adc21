import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type StartedServer, startHostler } from '../processes.ts';
import type { DatabaseResult } from '../report.ts';
import type { Settings } from '../seed.ts';
import type { Attack } from './attack.ts';
import type { Order } from './attacker.ts';
import { ATTACKS } from './attacks/index.ts';
import type { Cast, NeighbourPlan } from './cast.ts';
import { experience } from './innocent.ts';
import { type NeighbourResult, renderRow } from './report.ts';
import { seedNeighbours } from './seed.ts';
import { withCopy } from './snapshot.ts';

const ATTACKER = fileURLToPath(new URL('./attacker.ts', import.meta.url));
const RECEIVER = fileURLToPath(new URL('../webhook-receiver.ts', import.meta.url));

/** Further refusals are only counted. */
const SHOWN_REFUSALS = 3;

/** Measures each attack on a new server, over a copy of the same data: first calm, then with the attack. */
export async function measureNeighbours(
  database: DatabaseResult['database'],
  given: Settings,
  plan: NeighbourPlan,
  only = '',
): Promise<NeighbourResult[]> {
  const tell = (text: string) => process.stderr.write(`${database}: ${text}…\n`);
  // Children of this process, which is pinned to the other core; they end when their channel closes.
  const receiver = fork(RECEIVER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = (await hear(receiver)) as { port: number };
  const settings = {
    ...given,
    HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    HOSTLER_SIMULATED_DELAY_MS: String(plan.simulatedDelayMs),
    // The other benchmarks switch the limits off; here the default limits are what is measured.
    HOSTLER_LIMITS: '',
  };
  try {
    tell('making the customers, one of them very large');
    const cast = await seedNeighbours(settings, plan, port);
    const results: NeighbourResult[] = [];
    for (const [index, attack] of ATTACKS.entries()) {
      if (!attack.name.includes(only)) continue;
      tell(attack.name);
      const measured = await withCopy(settings, `neighbours_${index}`, async (copy) => {
        const server = await startHostler({ settings: copy });
        try {
          return await measureAttack(server, attack, cast, plan, receiver);
        } finally {
          await server.stop();
        }
      });
      const result = { database, ...measured };
      results.push(result);
      process.stderr.write(`  ${renderRow(result).slice(2).join(' | ')}\n`);
      for (const refusal of measured.attacked.refusals.slice(0, SHOWN_REFUSALS)) tell(`  refused: ${refusal}`);
    }
    return results;
  } finally {
    receiver.disconnect();
  }
}

async function measureAttack(
  server: StartedServer,
  { name }: Attack,
  cast: Cast,
  plan: NeighbourPlan,
  receiver: ChildProcess,
): Promise<Omit<NeighbourResult, 'database'>> {
  const live = (milliseconds: number) => experience(server.url, cast.innocent, receiver, milliseconds);
  // The first requests of a process measure the compiler.
  await live(plan.calmMs / 4);
  const calm = await live(plan.calmMs);
  const attacker = fork(ATTACKER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  attacker.send({ name, url: server.url, cast } satisfies Order);
  await hear(attacker);
  const attacked = await live(plan.attackMs);
  const peakRssMb = server.readPeakRssMb();
  attacker.send('over');
  const answers = (await hear(attacker)) as Record<string, number>;
  return { attack: name, calm, attacked, answers, peakRssMb };
}

/** Returns the next message of a child. Rejects if the child ends instead. */
async function hear(child: ChildProcess): Promise<unknown> {
  const end = new AbortController();
  const { signal } = end;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('A process of the benchmark ended early.'))),
    ]);
  } finally {
    end.abort();
  }
}
