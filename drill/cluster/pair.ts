import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../testing/services/await-ready.ts';
import { postgres } from '../../testing/services/postgres.ts';
import { until } from '../until.ts';
import { makeFolderFor } from './folder.ts';
import { Postgres } from './postgres.ts';

/** A PostgreSQL and its standby. A promotion swaps the leader. */
export class Pair {
  readonly #folder: string;
  #made = 0;
  leader: Postgres;
  standby: Postgres | undefined;

  private constructor(folder: string, leader: Postgres) {
    this.#folder = folder;
    this.leader = leader;
  }

  /** `disk` is where the first leader keeps its data. */
  static async start(folder: string, disk: string, ports: readonly [number, number]): Promise<Pair> {
    const leader = new Postgres(makeFolderFor(postgres.user, disk, 'leader'), ports[0]);
    await leader.initialise();
    await leader.start();
    const pair = new Pair(folder, leader);
    await pair.addStandby(ports[1]);
    return pair;
  }

  /** A commit is acknowledged only when the standby has it too, unless `synchronous` is false. */
  async addStandby(port: number, { synchronous = true, through = this.leader.port } = {}): Promise<void> {
    const folder = makeFolderFor(postgres.user, this.#folder, `standby-${++this.#made}`);
    const standby = new Postgres(folder, port);
    await standby.copyFrom(this.leader.port, through);
    await standby.start();
    this.standby = standby;
    await this.waitForStandby(synchronous);
  }

  async waitForStandby(synchronous: boolean): Promise<void> {
    await this.leader.query(`alter system set synchronous_standby_names = '${synchronous ? '*' : ''}'`);
    await this.leader.query('select pg_reload_conf()');
    const state = synchronous ? 'sync' : 'async';
    await until(`the standby follows (${state})`, async () => {
      const [row] = await this.leader.query<{ sync_state: string; state: string }>(
        'select sync_state, state from pg_stat_replication',
      );
      return row?.state === 'streaming' && row.sync_state === state;
    });
  }

  /** Makes the standby the leader. The old leader is gone, with its data. */
  async promote(): Promise<void> {
    if (!this.standby) throw new Error('There is no standby to promote.');
    await this.standby.promote();
    this.leader = this.standby;
    this.standby = undefined;
  }

  async dropStandby(): Promise<void> {
    await this.leader.query(`alter system set synchronous_standby_names = ''`);
    await this.leader.query('select pg_reload_conf()');
    await this.standby?.stop('SIGQUIT');
    this.standby = undefined;
    rmSync(join(this.#folder, `standby-${this.#made}`), { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await Promise.all([this.leader.stop('SIGQUIT'), this.standby?.stop('SIGQUIT')]);
  }
}

export function findPorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, findFreePort));
}
