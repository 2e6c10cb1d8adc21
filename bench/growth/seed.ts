import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, sql } from '@hostler/database';
import { compose } from '../../server/src/compose/compose.ts';
import { sha256 } from '../../server/src/kernel/crypto.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { DAY, systemClock } from '../../server/src/kernel/time.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import type { Settings } from '../seed.ts';

/** Secret of the session of a person who owns all accounts. */
export const SESSION = 'growth'.padEnd(43, 'x');

const PERSON = sql<{ now: number }, { id: number }>(
  `insert into persons (email, name, created_at) values ('growth@example.com', 'Jo Doe', :now) returning id`,
);
const MEMBERSHIPS = sql<{ person_id: number; now: number }>(
  `insert into memberships (person_id, account_id, role, scopes, rights, created_at)
   select cast(:person_id as bigint), id, 'owner', '', '', cast(:now as bigint) from accounts`,
);
const NEW_SESSION = sql<{ person_id: number; hash: string; now: number; end: number }>(
  `insert into sessions (person_id, hash, device, address, created_at, idle_ends_at, ends_at)
   values (:person_id, :hash, 'bench', '127.0.0.1', :now, :end, :end)`,
);
const NUMBERS =
  'with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < :count)';
type Rows = { account_id: number; count: number; now: number };
const AUDITS = sql<Rows>(
  `insert into audit_entries (account_id, environment, actor_kind, actor_label, action, changed, at) ${NUMBERS}
   select cast(:account_id as bigint), 'live', case n % 3 when 0 then 'key' when 1 then 'person' else 'system' end,
     'Jo Doe', 'ticket.created', '[]', cast(:now as bigint) from numbers`,
);
const REQUESTS = sql<Rows>(
  `insert into requests (account_id, environment, caller_name, method, path, status, status_class, duration_ms, address,
     request_id, at) ${NUMBERS}
   select cast(:account_id as bigint), 'live', 'Jo Doe', 'GET', '/tickets', 200, 2, 1, '127.0.0.1', 'req_' || n,
     cast(:now as bigint) from numbers`,
);
const SERVERS = sql<Rows>(
  `insert into hosting (account_id, hostname, status, region, vcpus, memory_mb, disk_gb, image, kind, bounds, ipv4, ipv6,
     ssh_keys, search_text, revision, created_at, updated_at) ${NUMBERS}
   select cast(:account_id as bigint), 'web.example.com', 'running', 'default', 2, 2048, 40, 'debian/13', 'container',
     '{}', '[]', '[]', '[]', '', 0, cast(:now as bigint), cast(:now as bigint) from numbers`,
);
const SERVER_IDS = sql<object, { id: number }>('select id from hosting');

/** Seeds both logs of each account, and a session. */
export async function seedLogs(settings: Settings, rows: ReadonlyMap<number, number>): Promise<void> {
  await withDatabase(settings, async ({ db }) => {
    const now = Date.now();
    await db.write(function* () {
      const person_id = (yield* PERSON.one({ now }))?.id ?? 0;
      yield* MEMBERSHIPS.run({ person_id, now });
      yield* NEW_SESSION.run({ person_id, hash: sha256(SESSION), now, end: now + DAY });
      for (const [account_id, count] of rows) {
        yield* AUDITS.run({ account_id, count, now });
        yield* REQUESTS.run({ account_id, count, now });
      }
    });
    if (db.dialect === 'postgres') await db.write(() => runScript('analyze'));
  });
}

/** Seeds servers with their simulated machines. */
export async function seedServers(settings: Settings, account_id: number, count: number): Promise<void> {
  await withDatabase(settings, async ({ db }) => {
    const now = Date.now();
    await db.write(() => SERVERS.run({ account_id, count, now }));
    if (db.dialect === 'postgres') await db.write(() => runScript('analyze'));
    const machines = join(settings.HOSTLER_DATA_DIR ?? '', 'simulated', 'vps', 'machines');
    for (const { id } of await db.read(SERVER_IDS.all({}))) {
      const name = `vps-${id}`;
      const spec = { name, hostname: 'web.example.com', kind: 'container', image: 'debian/13', sshKeys: [] };
      const size = { vcpus: 2, memoryMb: 2_048, diskGb: 40 };
      const machine = { spec: { ...spec, ...size }, ipv4: '10.0.0.1', bootedAt: now - DAY, stoppedAt: null, ranMs: 0 };
      mkdirSync(join(machines, name), { recursive: true });
      writeFileSync(join(machines, name, 'state.json'), JSON.stringify(machine));
    }
  });
}

export function makeOperatorKey(settings: Settings): Promise<string> {
  return withDatabase(settings, async ({ db, operator }) => {
    const made = await db.write(() =>
      operator.operatorKeys.create({ name: 'bench', role: 'owner', rate_limit: 1_000 }),
    );
    return made.key;
  });
}

/** Returns the number of invoices that a billing run has issued. */
export function countIssued(settings: Settings): Promise<number> {
  const issued = sql<object, { count: number }>(`select count(*) as count from invoices where number like 'INV-%'`);
  return withDatabase(settings, async ({ db }) => (await db.read(issued.one({})))?.count ?? 0);
}

async function withDatabase<T>(
  settings: Settings,
  use: (hostler: Awaited<ReturnType<typeof compose>>) => Promise<T>,
): Promise<T> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    return await use(hostler);
  } finally {
    await hostler.db.close();
  }
}
