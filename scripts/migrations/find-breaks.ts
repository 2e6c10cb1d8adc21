import type { Migration } from '@hostler/database';
import { splitScript, toSqliteScript } from '@hostler/database/testing';
import Sqlite from 'better-sqlite3';
import { readSchema, type Schema, type Table } from './schema.ts';

export interface Break {
  readonly step: string;
  readonly problem: string;
}

/**
 * Finds how the migrations after a release break its processes, which keep running beside the new ones. Runs each
 * migration on an empty database and compares the schemas, so the way it is written does not matter.
 */
export function findBreaks(released: readonly Migration[], added: readonly Migration[]): Break[] {
  const db = new Sqlite(':memory:');
  try {
    db.exec('create table settings (name text primary key, value text not null)');
    for (const { script } of released) db.exec(toSqliteScript(script));
    const known = readSchema(db);
    let before = known;
    return added.flatMap((step) => {
      const changed = [...describeData(step.script, known), ...describeFilling(step.script, known)];
      db.exec(toSqliteScript(step.script));
      const after = readSchema(db);
      const problems = [...[...known].flatMap(([name, table]) => compare(name, table, before, after)), ...changed];
      before = after;
      return problems.map((problem) => ({ step: step.id, problem }));
    });
  } finally {
    db.close();
  }
}

/** `known` is the table in the release; a change can only break columns that the release knows. */
function compare(name: string, known: Table, before: Schema, after: Schema): string[] {
  const [was, is] = [before.get(name), after.get(name)];
  if (!was) return [];
  if (!is) return [`The table ${name} is gone.`];
  const problems: string[] = [];
  for (const column of known.columns.keys()) {
    const [old, now] = [was.columns.get(column), is.columns.get(column)];
    if (!old) continue;
    if (!now) problems.push(`The column ${name}.${column} is gone.`);
    else if (now.type !== old.type) problems.push(`${name}.${column} is ${now.type} and was ${old.type}.`);
    else if (now.required && !old.required) problems.push(`${name}.${column} must not be null any more.`);
    else if (!now.required && old.required) problems.push(`${name}.${column} may be null now, and is read as a value.`);
    else if (old.hasDefault && !now.hasDefault) problems.push(`${name}.${column} has no default any more.`);
  }
  for (const [column, { required, hasDefault }] of is.columns) {
    if (!known.columns.has(column) && !was.columns.has(column) && required && !hasDefault) {
      problems.push(`${name}.${column} is required: rows that are written without it are refused.`);
    }
  }
  const isNew = (column: string) => {
    const { required, hasDefault } = is.columns.get(column) ?? {};
    return !known.columns.has(column) && !required && !hasDefault;
  };
  for (const columns of subtract(is.unique, was.unique)) {
    // Rows of the previous version have null there, which is never equal.
    if (!columns.split(', ').some(isNew)) problems.push(`${name} (${columns}) is unique now.`);
  }
  for (const columns of subtract(was.unique, is.unique)) {
    if (known.unique.has(columns)) problems.push(`${name} (${columns}) is not unique any more: on conflict fails.`);
  }
  for (const reference of subtract(is.references, was.references)) {
    if (known.columns.has(reference.split(' ')[0] ?? '') && !known.references.has(reference)) {
      problems.push(`${name}.${reference} is a reference now.`);
    }
  }
  for (const trigger of subtract(is.triggers, was.triggers)) problems.push(`${name} has a trigger now: ${trigger}.`);
  if (is.checks > was.checks) problems.push(`${name} has a check now.`);
  return problems;
}

function subtract(these: ReadonlySet<string>, those: ReadonlySet<string>): string[] {
  return [...these].filter((each) => !those.has(each));
}

/** Finds changes of rows that the release made and reads: they would mean something else afterwards. */
function describeData(script: string, known: Schema): string[] {
  return splitScript(script).flatMap((statement) => {
    const [, removed = ''] = /^delete from (\w+)/i.exec(statement) ?? [];
    if (known.has(removed)) return [`Rows of ${removed} are deleted.`];
    const [, table = '', assignments = ''] = /^update (\w+) set ([\s\S]*)$/i.exec(statement) ?? [];
    const columns = readAssigned(assignments).filter((column) => known.get(table)?.columns.has(column));
    return columns.map((column) => `${table}.${column} of rows that are there is set to something else.`);
  });
}

/** Returns the columns that an update sets: names before an equals sign outside of all parentheses, up to `where`. */
function readAssigned(assignments: string): string[] {
  let flat = assignments.replace(/'(?:[^']|'')*'/g, "''");
  for (let last = ''; last !== flat; ) {
    last = flat;
    flat = flat.replace(/\([^()]*\)/g, '').replace(/\bcase\b(?:(?!\bcase\b|\bend\b)[\s\S])*\bend\b/gi, '');
  }
  const [set = ''] = flat.split(/\bwhere\b/i);
  return [...set.matchAll(/(\w+)\s*=/g)].map(([, column = '']) => column);
}

/**
 * Finds tables that are altered and updated together: on PostgreSQL an altered table stays locked until the transaction
 * ends, for readers too.
 */
function describeFilling(script: string, known: Schema): string[] {
  const statements = splitScript(script);
  const shaped = statements.flatMap((statement) => /^alter table (\w+)/i.exec(statement)?.[1] ?? []);
  const filled = statements.flatMap((statement) => /^update (\w+)/i.exec(statement)?.[1] ?? []);
  const tables = new Set(filled.filter((table) => shaped.includes(table) && known.has(table)));
  return [...tables].map(
    (table) =>
      `${table} is changed and filled in one step: everybody waits for the filling. Make it a step of its own.`,
  );
}
