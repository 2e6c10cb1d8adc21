import type { Postgres } from '../cluster/postgres.ts';
import { until } from '../until.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Machines } from './machines.ts';
import { nameHappening, type Receiver } from './receiver.ts';

export interface Audit {
  /** Acknowledged, but missing. */
  readonly lost: readonly string[];
  /** Stored or done more than once. */
  readonly doubled: readonly string[];
  /** From the acknowledgement to the arrival of its webhook. */
  readonly longestWebhookMs: number;
}

interface Witnesses {
  readonly leader: Postgres;
  readonly database: string;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly machines: Machines;
  /** Number of boots when the ledger was opened. */
  readonly bootsBefore: number;
}

const EVENT_OF = { ticket: 'ticket.created', reply: 'ticket.replied', restart: 'hosting.restarted' } as const;
const EVENTS_WITHIN_MS = 90_000;

/** Compares what was acknowledged to customers with the database, their receiver and the engine. */
export async function audit(witnesses: Witnesses): Promise<Audit> {
  const stored = await countStored(witnesses);
  const written = witnesses.ledger.acknowledged().filter(({ kind }) => kind !== 'restart');
  const rows = compare('stored', written, ({ name }) => stored.get(name) ?? 0);
  // A write that is lost in the database has no event to wait for.
  const kept = written.filter(({ name }) => stored.has(name));
  await awaitEvents(witnesses, kept);
  const events = compare('told', kept, (entry) => countEvents(witnesses, entry));
  const restarts = witnesses.ledger.acknowledged('restart').length;
  const boots = witnesses.machines.countBoots() - witnesses.bootsBefore;
  const difference = Array.from(
    { length: Math.abs(boots - restarts) },
    () => `${boots} boots for ${restarts} restarts`,
  );
  return {
    lost: [...rows.lost, ...events.lost, ...(boots < restarts ? difference : [])],
    doubled: [...rows.doubled, ...events.doubled, ...(boots > restarts ? difference : [])],
    longestWebhookMs: Math.max(0, ...kept.map((entry) => waitForWebhook(witnesses, entry))),
  };
}

async function countStored({ leader, database, ledger }: Witnesses): Promise<Map<string, number>> {
  const rows = await leader.query<{ name: string; count: string }>(
    `select name, count(*) as count from (
       select subject as name from tickets union all select message from ticket_messages) as written
     where name like $1 group by name`,
    [`${ledger.prefix}-%`],
    database,
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Waits up to a minute and a half: events arrive after the commit, and one that is later counts as lost. */
async function awaitEvents(witnesses: Witnesses, entries: readonly Entry[]): Promise<void> {
  const haveCome = () => entries.every((entry) => countEvents(witnesses, entry) > 0);
  await until('every event has been delivered', haveCome, { withinMs: EVENTS_WITHIN_MS }).catch(() => {});
}

function countEvents({ receiver }: Witnesses, { kind, id = 0 }: Entry): number {
  return receiver.countEvents(nameHappening(EVENT_OF[kind], id));
}

function waitForWebhook({ receiver }: Witnesses, { kind, id = 0, since, waitedMs = 0 }: Entry): number {
  return receiver.heardAt(nameHappening(EVENT_OF[kind], id)) - since - waitedMs;
}

function compare(how: string, entries: readonly Entry[], count: (entry: Entry) => number) {
  const counted = entries.map((entry) => ({ found: count(entry), what: `${entry.kind} ${entry.name} is ${how}` }));
  const describe = ({ found, what }: { found: number; what: string }) => `${what} ${found} times`;
  return {
    lost: counted.filter(({ found }) => found === 0).map(describe),
    doubled: counted.filter(({ found }) => found > 1).map(describe),
  };
}
