import { describe, expect, it } from 'vitest';
import {
  addRow,
  changeRow,
  EMPTY_DRAFT,
  forgetRow,
  makeRows,
  placeProblems,
  type Row,
  removeRow,
  toRecords,
} from './draft.ts';

const mail = { name: '@', type: 'MX', ttl: 3600, content: '10 mail.example.com.' } as const;
const text = { name: '@', type: 'TXT', ttl: 3600, content: '"v=spf1 mx -all"' } as const;
const shop = { name: 'shop', type: 'CNAME', ttl: 300, content: 'shops.example.net.' } as const;

const states = (rows: readonly Row[]) => rows.map(({ state }) => state);
const rowAt = (rows: readonly Row[], index: number) => rows[index] as Row;

describe('a draft of DNS records', () => {
  it('without changes sends the records as they are, without other fields of the API', () => {
    const rows = makeRows([{ ...mail, managed: false, hosting_id: null } as never], EMPTY_DRAFT);
    expect(rows).toMatchObject([{ state: 'same', fields: mail }]);
    expect(toRecords(rows).records).toEqual([mail]);
  });

  it('marks records as added, changed or removed, and sends the remaining ones in their order', () => {
    const records = [mail, text, shop];
    const rows = makeRows(records, EMPTY_DRAFT);
    let draft = changeRow(EMPTY_DRAFT, rowAt(rows, 0), { ...mail, ttl: 60 });
    draft = removeRow(draft, rowAt(rows, 1));
    draft = addRow(draft, { name: ' www ', content: '192.0.2.1' }).draft;
    const after = makeRows(records, draft);
    expect(states(after)).toEqual(['changed', 'removed', 'same', 'added']);
    expect(toRecords(after).records).toEqual([
      { ...mail, ttl: 60 },
      shop,
      { name: 'www', type: 'A', ttl: 3600, content: '192.0.2.1' },
    ]);
  });

  it('has no changes after a change is reverted, by editing or by undo', () => {
    const row = rowAt(makeRows([mail], EMPTY_DRAFT), 0);
    const changed = changeRow(EMPTY_DRAFT, row, { ...mail, ttl: 60 });
    expect(states(makeRows([mail], changeRow(changed, row, mail)))).toEqual(['same']);
    expect(states(makeRows([mail], forgetRow(changed, row)))).toEqual(['same']);
    const { draft } = addRow(EMPTY_DRAFT);
    expect(makeRows([], removeRow(draft, rowAt(makeRows([], draft), 0)))).toEqual([]);
  });

  it('distinguishes two identical records', () => {
    const rows = makeRows([mail, mail], EMPTY_DRAFT);
    expect(states(makeRows([mail, mail], removeRow(EMPTY_DRAFT, rowAt(rows, 1))))).toEqual(['same', 'removed']);
  });

  it('keeps its changes when somebody else changes or deletes the records meanwhile', () => {
    const rows = makeRows([mail, text], EMPTY_DRAFT);
    const draft = changeRow(removeRow(EMPTY_DRAFT, rowAt(rows, 0)), rowAt(rows, 1), { ...text, ttl: 60 });
    expect(states(makeRows([shop, mail, text], draft))).toEqual(['same', 'removed', 'changed']);
    expect(makeRows([shop], draft)).toMatchObject([
      { state: 'same' },
      { state: 'added', fields: { ...text, ttl: 60 } },
    ]);
  });

  it('shows the errors of a response at the right rows, although removed rows are not sent', () => {
    const rows = makeRows([mail, text, shop], EMPTY_DRAFT);
    const { keys } = toRecords(makeRows([mail, text, shop], removeRow(EMPTY_DRAFT, rowAt(rows, 0))));
    const placed = placeProblems(
      [
        { field: 'records[1].content', message: 'must be a host name.' },
        { field: 'records[1].ttl', message: 'is too short.' },
        { field: 'records[0]', message: 'is there twice.' },
        { field: 'records', message: 'are too many.' },
      ],
      keys,
    );
    expect(placed.get(rowAt(rows, 2).key)).toEqual({ content: 'must be a host name.', ttl: 'is too short.' });
    expect(placed.get(rowAt(rows, 1).key)).toEqual({ content: 'is there twice.' });
    expect(placed.size).toBe(2);
  });
});
