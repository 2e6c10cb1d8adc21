import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { API } from './compiler.ts';
import { findLostQueries } from './find-lost.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const planted = join(root, 'server/src/planted.ts');
const config = join(root, 'tsconfig.planted.json');

/** Compiles the text as a file of the server and returns the lines where a query is lost. */
function findLines(text: string): string[] {
  const files: Record<string, string> = {
    [planted]: text,
    [config]: JSON.stringify({ extends: './tsconfig.json', include: [], files: ['server/src/planted.ts'] }),
  };
  const api = new API({
    cwd: root,
    fs: { readFile: (name) => files[name], fileExists: (name) => (name in files ? true : undefined) },
  });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('There is no project.');
    expect(project.program.getSemanticDiagnostics(planted).map((diagnostic) => diagnostic.text)).toEqual([]);
    return findLostQueries(project, [planted]).map(({ text: line }) => line);
  } finally {
    api.close();
  }
}

const BEGINNING = `
import type { Database } from '@hostler/database';
import { attempt, insert, type Query, sql } from '@hostler/database';
import { addToTotal } from '@hostler/database';

declare const db: Database;
declare const ids: number[];
declare const some: boolean;
declare const maybe: (() => Query<void>) | undefined;
declare function tell(listener: () => void): void;
declare function print(value: unknown): void;
const TOUCH = sql<{ id: number }>('update things set touched = 1 where id = :id');
const FIND = sql<{ id: number }, { id: number }>('select id from things where id = :id');
export const add = insert<{ name: string }>('things', ['name']);
const touch = (id: number) => TOUCH.run({ id });
function* inferred(id: number) {
  return yield* TOUCH.run({ id });
}
export const service = { touch, nested: { inferred } };
`;

/** Returns the lines marked as lost. */
function linesMarkedLost(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.endsWith('// lost'))
    .map((line) => line.trim());
}

it('finds a query that never runs, in every form', () => {
  const text = `${BEGINNING}
export function* statements(id: number): Query<number> {
  TOUCH.run({ id }); // lost
  touch(id); // lost
  add({ name: 'a' }); // lost
  addToTotal(1, 'things', 'open', 1); // lost
  service.touch(id); // lost
  service.nested.inferred(id); // lost
  (inferred(id)); // lost
  void touch(id); // lost
  if (some) touch(id); // lost
  else inferred(id); // lost
  some && touch(id); // lost
  some ? yield* touch(id) : touch(id); // lost
  maybe?.(); // lost
  for (const each of ids) touch(each); // lost
  try {
    attempt(touch(id)); // lost
  } catch {}
  (touch(id), yield* touch(id)); // lost
  return yield* TOUCH.run({ id });
}
export function* values(id: number): Query<void> {
  const found = FIND.one({ id });
  if (!found) throw new Error(); // lost
  const other = found ? 1 : 2; // lost
  if (found === undefined) print(other); // lost
  print(FIND.all({ id })); // lost
  print(\`\${found}\`); // lost
  while (touch(id)) yield* touch(id); // lost
  for (const row of FIND.all({ id })) print(row); // lost
}
export function* conditions(id: number): Query<void> {
  const must = some && touch(id);
  if (must) yield* touch(id); // lost
  print(some || !must); // lost
}
export function* results(id: number) {
  const row = touch(id);
  if (some) return { id, row }; // lost
  print({ row: touch(id) }); // lost
  return { id, other: touch(id) }; // lost
}
export function* callbacks(): Query<void> {
  ids.forEach((id) => touch(id)); // lost
  ids.forEach((id) => {
    touch(id); // lost
  });
  ids.forEach(touch); // lost
  ids.forEach(service.nested.inferred); // lost
  ids.forEach(function* (id) { // lost
    yield* touch(id);
  });
  ids.map((id) => touch(id)); // lost
  tell(() => touch(1)); // lost
  tell(maybe ?? (() => touch(1))); // lost
  queueMicrotask(() => touch(1)); // lost
}
export function* returned(id: number) {
  return touch(id); // lost
}
export async function awaited(id: number) {
  await touch(id); // lost
  await Promise.all(ids.map((each) => touch(each))); // lost
  return touch(id); // lost
}
export const late = async (id: number) => touch(id); // lost
touch(1); // lost
`;
  expect(findLines(text)).toEqual(linesMarkedLost(text));
});

it('accepts a query that runs', () => {
  const text = `${BEGINNING}
export function* run(id: number): Query<number> {
  yield* touch(id);
  yield* addToTotal(1, 'things', 'open', 1);
  const found = yield* FIND.one({ id });
  if (!found) throw new Error();
  const later = some ? touch(id) : undefined;
  if (later) yield* later;
  if (later !== undefined) yield* later;
  yield* some ? touch(id) : inferred(id);
  if (maybe) yield* maybe();
  const queries = ids.map((each) => touch(each));
  for (const query of queries) yield* query;
  const makers = [() => touch(id), () => inferred(id)];
  for (const make of makers) yield* make();
  let chosen: Query<number> | undefined;
  chosen = touch(id);
  yield* chosen;
  const wanted: { query: Query<number>; later?: Query<number> | undefined } = { query: touch(id), later };
  yield* wanted.query;
  const result = yield* attempt(touch(id));
  ids.forEach((each) => print(each));
  tell(() => {
    void db.write(() => touch(id));
  });
  return 'value' in result ? result.value : 0;
}
export const given = (id: number): Query<number> => touch(id);
export function passedOn(id: number) {
  return touch(id);
}
export async function written(id: number) {
  await db.write(() => touch(id));
  await db.write(function* () {
    yield* touch(id);
  });
  const row = await db.read(FIND.one({ id }));
  const step = touch(id).next();
  return { row, step };
}
function* numbers() {
  yield 1;
}
for (const number of numbers()) print(number);
`;
  expect(findLines(text)).toEqual([]);
});
