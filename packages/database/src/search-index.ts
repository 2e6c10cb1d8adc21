import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';
import { lazily } from './list-statement.ts';
import type { Migration } from './migrate.ts';
import { type Query, sql } from './query.ts';

/**
 * The search index: every three consecutive characters of a text form a word, prefixed with the account. So the cost of
 * a search depends only on the rows of its account. PostgreSQL maintains it as an index. SQLite has a full-text table
 * next to the listed one, filled in batches up to a mark, at a tenth of the cost of single rows. Rows beyond the mark
 * are few and are scanned.
 */
export const searchMigrations: Migration[] = [
  {
    id: 'search-001',
    script: `
      create table search_marks (list text primary key, indexed_to bigint not null);
      {search words};`,
  },
];

/** Returns the migration statement for a table whose `search_text` never changes. */
export function createSearchIndex(table: string): string {
  return `{search index on ${table}};`;
}

const WORD_LENGTH = 3;
/** Words used in a query. Every match contains them; the row itself is then checked for the full text. */
const MAX_WORDS = 16;

/** Returns words that every text containing this one has; none if it is too short for the index. */
export function wordsOf(folded: string): string[] {
  const characters = [...folded];
  const words = new Set<string>();
  for (let at = 0; at + WORD_LENGTH <= characters.length; at++)
    words.add(characters.slice(at, at + WORD_LENGTH).join(''));
  const all = [...words];
  const step = Math.max(1, all.length / MAX_WORDS);
  return Array.from({ length: Math.min(all.length, MAX_WORDS) }, (_, index) => all[Math.floor(index * step)] ?? '');
}

/** Returns an FTS5 query of SQLite. Words are in hexadecimal, because they can contain any characters. */
export function toFullTextQuery(accountId: number, words: readonly string[]): string {
  return words.map((word) => `"${accountId}x${Buffer.from(word).toString('hex')}"`).join(' AND ');
}

/** Returns a `tsquery` of PostgreSQL. A text shorter than a word matches by prefix. */
export function toTextSearchQuery(accountId: number, folded: string): string {
  const words = wordsOf(folded);
  const quote = (word: string) => `'${`${accountId}x${word}`.replace(/['\\]/g, '$&$&')}'`;
  return words.length > 0 ? words.map(quote).join(' & ') : `${quote(folded)}:*`;
}

const MARK = sql<{ list: string }, { indexed_to: number }>('select indexed_to from search_marks where list = :list');
const MARKS = sql<object, { list: string; indexed_to: number }>(
  'select list, indexed_to from search_marks order by list',
);
const SET_MARK = sql<{ list: string; indexed_to: number }>(
  'update search_marks set indexed_to = :indexed_to where list = :list',
);

/** Returns the last id in the index of SQLite; undefined if the database maintains the index itself. */
export function* readSearchMark(table: string): Query<number | undefined> {
  return (yield* MARK.one({ list: table }))?.indexed_to;
}

const BATCH = 200;

const batchOf = lazily(({ table }: { table: string }) => ({
  /** Last id of the next batch, if there are enough rows. */
  end: sql<{ after: number; ahead: number }, { id: number }>(
    `select id from ${table} where id > :after order by id limit 1 offset :ahead`,
  ),
  add: sql<{ after: number; until: number }>(
    `insert into ${table}_search (rowid, words)
     select id, (
       select group_concat(account_id || 'x' || hex(substr(search_text, place.key + 1, ${WORD_LENGTH})), ' ')
       from json_each('[0' || replace(hex(zeroblob(length(search_text) - ${WORD_LENGTH})), '00', ',0') || ']') as place)
     from ${table} where id > :after and id <= :until and length(search_text) >= ${WORD_LENGTH} order by id`,
  ),
}));

/** Adds the next batch of rows to the index. Returns false if there are too few. */
export function* indexBatch(table: string): Query<boolean> {
  const after = (yield* readSearchMark(table)) ?? 0;
  const { end, add } = batchOf({ table });
  const until = (yield* end.one({ after, ahead: BATCH - 1 }))?.id;
  if (until === undefined) return false;
  // No list changes by this, so no cached pages are invalidated.
  yield* add.run({ after, until }, []);
  yield* SET_MARK.run({ list: table, indexed_to: until }, []);
  return true;
}

const EVERY_MS = 1_000;
/** Pause after each batch, so that requests come first. */
const PAUSE_MS = 20;

/** Keeps the index up to date, if the database does not do so itself. */
export class SearchIndexer {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  start(): void {
    if (this.#db.dialect !== 'sqlite') return;
    this.#ending = new AbortController();
    this.#running = this.#run(this.#ending.signal);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      try {
        for (const { list } of await this.#db.read(MARKS.all({}))) {
          while (!ending.aborted && (await this.#db.write(() => indexBatch(list)))) await pause(PAUSE_MS, ending);
        }
      } catch (error) {
        this.#onError(error);
      }
      await pause(EVERY_MS, ending);
    }
  }
}

/** Waits, or returns early when the indexer is stopped. */
function pause(ms: number, ending: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal: ending, ref: false }).catch(() => {});
}
