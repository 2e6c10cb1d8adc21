// The process of an attack. It receives the attack's name, prepares it, and runs it until its parent ends it.
import { setPriority } from 'node:os';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks/index.ts';
import type { Cast } from './cast.ts';
import { HostileClient } from './hostile-client.ts';

/** The attacker shares a core with the measuring processes; its own load must not look like a slow server. */
const LOWEST_PRIORITY = 19;

export interface Order {
  readonly name: string;
  readonly url: string;
  readonly cast: Cast;
}

/** An attack is bounded in count as well as in time. */
const MOST_TURNS = 1_000_000;

setPriority(LOWEST_PRIORITY);
const over = new AbortController();
process.once('message', async ({ name, url, cast }: Order) => {
  const attack = ATTACKS.find((known) => known.name === name);
  if (!attack) throw new Error(`There is no attack ${name}.`);
  const client = new HostileClient(url, over.signal);
  const field = { ...cast, client };
  await attack.prepare?.(field);
  process.send?.('prepared');
  process.once('message', () => over.abort());
  await run(attack, (turn) => attack.strike(field, turn));
  client.close();
  process.send?.(client.answers, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));

async function run({ lanes, turns = MOST_TURNS }: Attack, strike: (turn: number) => Promise<unknown>) {
  let turn = 0;
  const work = async () => {
    while (turn < turns && !over.signal.aborted) await strike(turn++);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  // A single strike takes the whole time too: the effects are measured until the end.
  if (!over.signal.aborted) await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
}
