import { type Query, sql } from '@hostler/database';

/** A value that an installation has once, such as the time of its last copy. */
interface Stored<T> {
  /** Returns undefined if it was never saved. */
  read(): Query<T | undefined>;
  save(value: T): Query<void>;
}

const READ = sql<{ name: string }, { value: string }>('select value from settings where name = :name');
const SAVE = sql<{ name: string; value: string }>(
  'insert into settings (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value',
);

export function storedText(name: string): Stored<string> {
  return {
    *read() {
      return (yield* READ.one({ name }))?.value;
    },
    *save(value) {
      yield* SAVE.run({ name, value });
    },
  };
}

/** Stores a value as JSON. */
export function storedValue<T>(name: string): Stored<T> {
  const text = storedText(name);
  return {
    *read() {
      const found = yield* text.read();
      return found === undefined ? undefined : (JSON.parse(found) as T);
    },
    *save(value) {
      yield* text.save(JSON.stringify(value));
    },
  };
}
