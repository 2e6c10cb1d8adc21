import type { ClientBase } from 'pg';
import type { TableIndex } from '../script.ts';

/** Shorter than the lock timeout of a step, so that blocking sessions are seen. */
const LOOK_EVERY_MS = 700;
/** Shorter waits are not reported. */
const TELL_EVERY_MS = 2_000;

export type Tell = (sentence: string) => void;

const BLOCKERS = `
  select coalesce(nullif(application_name, ''), 'a client') || ' of ' || usename || ' (pid ' || pid || ', at it for '
    || coalesce(round(extract(epoch from now() - xact_start))::text, '0') || ' s)' as who
  from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by xact_start limit 3`;
const BUILDING = `
  select p.phase, p.current_locker_pid as locker,
    round(100.0 * coalesce(nullif(p.tuples_done, 0), p.blocks_done)
      / coalesce(nullif(p.tuples_total, 0), nullif(p.blocks_total, 0))) as percent,
    coalesce(nullif(a.application_name, ''), 'a client') as who
  from pg_stat_progress_create_index as p left join pg_stat_activity as a on a.pid = p.current_locker_pid
  where p.relid = to_regclass($1)`;

/** Reports the progress of long steps, on its own connection. */
export class Watch {
  readonly #client: ClientBase;
  readonly #tell: Tell;
  #toldAt = performance.now();
  /** Sessions that were last seen blocking a step. */
  blockers = '';

  constructor(client: ClientBase, tell: Tell) {
    this.#client = client;
    this.#tell = tell;
  }

  /** `pid` returns the session of the step, once it is known. */
  step<T>(id: string, pid: () => number | undefined, work: Promise<T>): Promise<T> {
    return this.#during(work, async (seconds) => {
      const { rows } = await this.#client.query<{ who: string }>(BLOCKERS, [pid()]);
      if (rows.length === 0) return `${id} has taken ${seconds} s so far.`;
      this.blockers = rows.map(({ who }) => who).join(', ');
      return `${id} waits for ${this.blockers}, and lets others pass in between.`;
    });
  }

  index<T>({ name, table }: TableIndex, work: Promise<T>): Promise<T> {
    return this.#during(work, async (seconds) => {
      const { rows } = await this.#client.query(BUILDING, [table]);
      const { phase, percent, locker, who } = rows[0] ?? {};
      const waits = locker ? `, until ${who} (pid ${locker}) is done` : '';
      const share = percent === null || percent === undefined ? '' : `, ${percent} %`;
      return `The index ${name} is being built: ${phase ?? 'beginning'}${share}${waits}, ${seconds} s so far.`;
    });
  }

  async #during<T>(work: Promise<T>, describe: (seconds: number) => Promise<string>): Promise<T> {
    const began = performance.now();
    const check = async () => {
      const now = performance.now();
      const sentence = await describe(Math.round((now - began) / 1000));
      if (now - this.#toldAt < TELL_EVERY_MS) return;
      this.#toldAt = now;
      this.#tell(sentence);
    };
    const timer = setInterval(() => void check().catch(() => {}), LOOK_EVERY_MS);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }
}
