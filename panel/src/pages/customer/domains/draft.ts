import type { DomainRecord } from '@hostler/sdk';
import type { RecordFields } from '../../../resources/domains/queries.ts';

export type RecordType = DomainRecord['type'];
export const RECORD_TYPES: readonly RecordType[] = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'SRV', 'TXT'];
export const USUAL_TTL = 3600;

/**
 * Unsaved edits: additions, and changes and removals keyed by the original record. The keys keep their meaning if the
 * records change on the server.
 */
export interface Draft {
  readonly changes: ReadonlyMap<string, RecordFields | null>;
  readonly added: readonly { readonly key: string; readonly fields: RecordFields }[];
}

export const EMPTY_DRAFT: Draft = { changes: new Map(), added: [] };

export type RowState = 'same' | 'changed' | 'removed' | 'added';

export interface Row {
  readonly key: string;
  readonly state: RowState;
  /** New values; for a removed record, its old values. */
  readonly fields: RecordFields;
  /** Current values; null for an added record. */
  readonly before: RecordFields | null;
}

/** Returns a unique key per record, also for duplicates. */
function keysOf(records: readonly RecordFields[]): string[] {
  const seen = new Map<string, number>();
  return records.map((record) => {
    const name = JSON.stringify([record.name, record.type, record.content, record.ttl]);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return `${name}#${times}`;
  });
}

/**
 * Applies the draft to the records in their order. A changed record that was deleted on the server is kept as an
 * addition.
 */
export function makeRows(records: readonly RecordFields[], draft: Draft): Row[] {
  const keys = keysOf(records);
  const rows = records.map((record, index): Row => {
    const key = keys[index] ?? '';
    const before = pick(record);
    const change = draft.changes.get(key);
    if (change === null) return { key, state: 'removed', fields: before, before };
    if (change === undefined || isSame(change, before)) return { key, state: 'same', fields: change ?? before, before };
    return { key, state: 'changed', fields: change, before };
  });
  const lost = [...draft.changes].flatMap(([key, fields]) => (fields && !keys.includes(key) ? [{ key, fields }] : []));
  const added = [...lost, ...draft.added].map(
    ({ key, fields }): Row => ({ key, state: 'added', fields, before: null }),
  );
  return [...rows, ...added];
}

export function changeRow(draft: Draft, row: Row, fields: RecordFields): Draft {
  if (draft.added.some(({ key }) => key === row.key)) {
    return { ...draft, added: draft.added.map((each) => (each.key === row.key ? { ...each, fields } : each)) };
  }
  return { ...draft, changes: new Map(draft.changes).set(row.key, fields) };
}

/** Marks a row as removed; an added row is dropped. */
export function removeRow(draft: Draft, row: Row): Draft {
  if (row.state === 'added') return forgetRow(draft, row);
  return { ...draft, changes: new Map(draft.changes).set(row.key, null) };
}

/** Discards the edits of a row. */
export function forgetRow(draft: Draft, row: Row): Draft {
  const changes = new Map(draft.changes);
  changes.delete(row.key);
  return { changes, added: draft.added.filter(({ key }) => key !== row.key) };
}

let made = 0;

export function addRow(draft: Draft, fields: Partial<RecordFields> = {}): { draft: Draft; key: string } {
  made += 1;
  const key = `new ${made}`;
  const blank: RecordFields = { name: '@', type: 'A', ttl: USUAL_TTL, content: '' };
  return { draft: { ...draft, added: [...draft.added, { key, fields: { ...blank, ...fields } }] }, key };
}

export function isChanged(row: Row): boolean {
  return row.state !== 'same';
}

/** Returns the records to send and the row key of each. */
export function toRecords(rows: readonly Row[]): { records: RecordFields[]; keys: string[] } {
  const staying = rows.filter(({ state }) => state !== 'removed');
  return {
    records: staying.map(({ fields }) => ({ ...fields, name: fields.name.trim(), content: fields.content.trim() })),
    keys: staying.map(({ key }) => key),
  };
}

export type RowProblems = Readonly<Partial<Record<keyof RecordFields, string>>>;

/** Assigns errors like `records[3].content` to the fourth sent row; other errors are left out. */
export function placeProblems(
  details: readonly { readonly field: string; readonly message: string }[],
  keys: readonly string[],
): Map<string, RowProblems> {
  const placed = new Map<string, RowProblems>();
  for (const { field, message } of details) {
    const [, index, name = 'content'] = /^records\[(\d+)\](?:\.(\w+))?$/.exec(field) ?? [];
    const key = index === undefined ? undefined : keys[Number(index)];
    if (key !== undefined) placed.set(key, { ...placed.get(key), [name]: message });
  }
  return placed;
}

function pick({ name, type, ttl, content }: RecordFields): RecordFields {
  return { name, type, ttl, content };
}

function isSame(a: RecordFields, b: RecordFields): boolean {
  return a.name === b.name && a.type === b.type && a.ttl === b.ttl && a.content === b.content;
}
