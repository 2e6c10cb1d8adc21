import { randomBytes } from 'node:crypto';
import { haproxy } from '../../testing/services/haproxy.ts';
import { installMissing } from '../../testing/services/install.ts';
import { pgbouncer } from '../../testing/services/pgbouncer.ts';
import { postgres } from '../../testing/services/postgres.ts';
import { valkey } from '../../testing/services/valkey.ts';
import { until } from '../until.ts';
import { Balancer } from './balancer.ts';
import { makeSmallDisk } from './disk.ts';
import { makeFolder, undoAtExit } from './folder.ts';
import { Link } from './link.ts';
import { findPorts, Pair } from './pair.ts';
import { startPooler } from './pooler.ts';
import { Replica, type StartOptions } from './replica.ts';
import { Valkey } from './valkey.ts';

const SERVERS = 3;
const WORKERS = 2;
/** About how long a simulated restart takes. */
const ENGINE_DELAY_MS = 1_000;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts everything around Hostler, and prepares three servers and two workers without starting them. */
export async function startCluster() {
  const missing = installMissing([postgres, pgbouncer, valkey, haproxy]);
  if (missing.length > 0) throw new Error(`${missing.map(({ reason }) => reason).join('. ')}.`);
  const folder = makeFolder();
  const [entry = 0, database = 0, leads = 0, follows = 0, memory = 0, ...ports] = await findPorts(5 + SERVERS);
  const disk = makeSmallDisk(folder);
  if (disk) undoAtExit(() => disk.remove());
  const pair = await Pair.start(folder, disk?.path ?? folder, [leads, follows]);
  const rates = new Valkey(folder, memory);
  const balancer = new Balancer(folder, {
    port: entry,
    servers: ports,
    databasePort: database,
    databases: [leads, follows],
  });
  await Promise.all([rates.start(), balancer.start(folder)]);
  const pooler = await startPooler(folder, pair.leader.url('postgres', database));
  /** The second worker has its own connections, which can be cut. */
  const links = { database: await Link.open(pooler.port), rates: await Link.open(memory) };
  /** Earlier releases do not work through a pooler in transaction mode. */
  const installation = { name: 'hostler', folder: makeFolder(), pooled: true };
  const secretKey = randomBytes(32).toString('hex');

  const describeDatabase = (port: number): Record<string, string> => {
    const direct = pair.leader.url(installation.name, database);
    if (!installation.pooled) return { HOSTLER_DATABASE_URL: direct };
    return {
      HOSTLER_DATABASE_URL: pair.leader.url(installation.name, port),
      HOSTLER_DATABASE_DIRECT_URL: direct,
      // Debian 12 has PgBouncer 1.18, which does not keep prepared statements.
      HOSTLER_DATABASE_PREPARE: 'off',
    };
  };
  const settings = (databasePort = pooler.port, valkeyPort = memory) => ({
    HOSTLER_DATA_DIR: installation.folder,
    ...describeDatabase(databasePort),
    HOSTLER_VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
    HOSTLER_SECRET_KEY: secretKey,
    HOSTLER_WORKER: 'off',
    // The load's only customer makes more here than any real one would.
    HOSTLER_LIMITS: 'none',
    HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    HOSTLER_SIMULATED_DELAY_MS: String(ENGINE_DELAY_MS),
  });
  const servers = ports.map(
    (port, index) => new Replica(`serve-${index + 1}`, 'serve', () => ({ ...settings(), HOSTLER_PORT: String(port) })),
  );
  const workers = Array.from(
    { length: WORKERS },
    (_, index) =>
      new Replica(`worker-${index + 1}`, 'worker', () =>
        index === 1 ? settings(links.database.port, links.rates.port) : settings(),
      ),
  );

  const cluster = {
    folder,
    pair,
    disk,
    balancer,
    valkey: rates,
    servers: servers as [Replica, Replica, Replica],
    workers: workers as [Replica, Replica],
    links,
    installation,
    settings,

    /** Returns the port that neither the leader nor its standby uses; the next standby takes it. */
    freePort: () => (pair.leader.port === leads ? follows : leads),

    async awaitUp(names = servers.map(({ name }) => name)): Promise<void> {
      for (const name of names) await until(`the balancer sends to ${name}`, () => balancer.isUp(name));
    },

    async startAll(options: StartOptions = {}): Promise<void> {
      await Promise.all([...servers, ...workers].map((replica) => replica.start(options)));
      await cluster.awaitUp();
    },

    async stopAll(): Promise<void> {
      await Promise.all([...servers, ...workers].map((replica) => replica.stop()));
    },

    async stop(): Promise<void> {
      for (const replica of [...servers, ...workers]) {
        await replica.end('SIGKILL').catch(() => {});
      }
      for (const link of [links.database, links.rates]) link.close();
      await Promise.all([balancer.stop(), pooler.stop(), rates.stop(), pair.stop()]);
      disk?.remove();
    },
  };
  return cluster;
}
