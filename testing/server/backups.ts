import { join } from 'node:path';
import { sql } from '@hostler/database';
import { clearFaults, type Fault, failNext, setReachable } from '../../server/src/engines/simulation/faults.ts';
import { findSimulatedContent } from '../../server/src/engines/sql/simulated.ts';
import { createSimulatedVps, findSimulatedDisk } from '../../server/src/engines/vps/simulated.ts';
import type { Backup, Database } from '../api-types.ts';
import { startTestServer, type TestAccount, type TestServerOptions } from './server.ts';
/** A resource that can be backed up. */
export interface Subject {
  /** As named in the request body of a backup. */
  body: { hosting_id: number } | { database_id: number };
  id: number;
  /** File with its content, for direct access. */
  file: string;
  status(): Promise<string>;
  untilStatus(status: string): Promise<unknown>;
}

type Engine = 'vps' | 'postgresql';

const EVENTS = sql<{ environment: string }, { data: string }>(
  `select data from events where type = 'backup.created' and environment = :environment`,
);

export type BackupWorld = Awaited<ReturnType<typeof openBackupWorld>>;

/** Starts a server with customers, and helpers for tests of backups. */
export async function openBackupWorld(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  const account = await server.createAccount();
  let names = 0;

  const engineDir = (engine: Engine) => join(server.dataDir, 'simulated', engine);

  async function createDatabase(owner: TestAccount = account): Promise<Subject> {
    const name = `db_${++names}`;
    const { body } = await server.post('/databases', owner.live, { name });
    const { id, username } = body.data;
    const path = '/databases?per_page=100';
    const statusIn = (list: Database[]) => list.find((one) => one.id === id)?.status ?? 'gone';
    const untilStatus = (status: string) => server.until(path, owner.live, (list) => statusIn(list) === status);
    await untilStatus('active');
    return {
      body: { database_id: id },
      id,
      file: findSimulatedContent(engineDir('postgresql'), username),
      status: async () => statusIn((await server.get(path, owner.live)).body.data),
      untilStatus,
    };
  }

  async function createServer(owner: TestAccount = account): Promise<Subject> {
    const wanted = { account_id: owner.id, hostname: `vps-${++names}.test` };
    const { id } = await server.finish(server.operator.hosting.create(wanted));
    const path = `/hosting/show?id=${id}` as const;
    return {
      body: { hosting_id: id },
      id,
      file: findSimulatedDisk(engineDir('vps'), await machineName(id)),
      status: async () => (await server.get(path, owner.live)).body.data.status,
      untilStatus: (status) => server.until(path, owner.live, (vps) => vps.status === status),
    };
  }

  /** Returns the name of a machine. Reads it from the engine, so that the naming is not repeated here. */
  async function machineName(id: number): Promise<string> {
    const samples = await createSimulatedVps({ dir: engineDir('vps') }).sample();
    const name = samples.map((sample) => sample.name).find((known) => known.match(/\d+$/)?.[0] === String(id));
    if (!name) throw new Error(`there is no machine of VPS ${id}`);
    return name;
  }

  const ask = (body: object, key = account.live) => server.post('/backups', key, body);
  const restore = (id: number, key = account.live) => server.post('/backups/restore', key, { id });

  async function findBackup(id: number, key = account.live): Promise<Backup | undefined> {
    const { status, body } = await server.get(`/backups/show?id=${id}`, key);
    return status === 200 ? body.data : undefined;
  }

  /** Returns the action once it has ended. */
  const follow = (actionId: number | null, key = account.live) => server.endOf(actionId ?? 0, key);

  /** Creates a backup and waits until it is complete. */
  async function backUp({ body }: Subject, key = account.live): Promise<Backup> {
    const { data } = (await ask(body, key)).body;
    const { status, error } = await follow(data.action_id, key);
    const backup = await findBackup(data.id, key);
    if (status !== 'succeeded' || !backup) throw new Error(`the backup ${status}: ${error?.message}`);
    return backup;
  }

  function fileOf(backup: Pick<Backup, 'id'>, owner: TestAccount = account): string {
    return join(server.hostler.config.backupDir, `account-${owner.id}`, `backup-${backup.id}`);
  }

  /** Returns the list totals by status, without zeros. */
  async function totals(key: string, list = '/backups', statuses = STATUSES): Promise<Record<string, number>> {
    const entries = statuses.map(async (status) => {
      return [status, (await server.get(`${list}?status=${status}`, key)).body.meta.total] as const;
    });
    const all = (await server.get(list, key)).body.meta.total;
    return Object.fromEntries([['all', all], ...(await Promise.all(entries))].filter(([, total]) => total !== 0));
  }

  async function eventsAbout(id: number, environment: 'live' | 'test'): Promise<Backup[]> {
    const rows = await server.hostler.db.read(EVENTS.all({ environment }));
    return rows.map(({ data }) => JSON.parse(data) as Backup).filter((backup) => backup.id === id);
  }

  return {
    server,
    account,
    createDatabase,
    createServer,
    machineName,
    engineDir,
    ask,
    restore,
    findBackup,
    follow,
    backUp,
    fileOf,
    totals,
    eventsAbout,
    setReachable: (engine: Engine, reachable: boolean) => setReachable(engineDir(engine), reachable),
    fail: (engine: Engine, fault: Omit<Fault, 'message'>, times = 1) =>
      failNext(engineDir(engine), { ...fault, message: 'The engine said no.', times }),
    /** Resets faults and reachability of the engines. */
    async mendEngines(): Promise<void> {
      for (const engine of ['vps', 'postgresql'] as const) {
        await setReachable(engineDir(engine), true);
        await clearFaults(engineDir(engine));
      }
    },
  };
}

const STATUSES = ['pending', 'running', 'completed', 'failed', 'restoring'];
