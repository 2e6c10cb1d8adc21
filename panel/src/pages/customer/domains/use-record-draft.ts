import type { DomainRecord } from '@hostler/sdk';
import { useMemo, useState } from 'react';
import type { RecordFields } from '../../../resources/domains/queries.ts';
import {
  addRow,
  changeRow,
  type Draft,
  EMPTY_DRAFT,
  forgetRow,
  isChanged,
  makeRows,
  type Row,
  type RowProblems,
  removeRow,
} from './draft.ts';

export type RecordDraft = ReturnType<typeof useRecordDraft>;

/** State of the editor: the draft, the rows open as forms, and the API errors. */
export function useRecordDraft(records: readonly DomainRecord[]) {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, RowProblems>>(new Map());
  const rows = useMemo(() => makeRows(records, draft), [records, draft]);

  const close = (key: string) => setOpen((now) => now.difference(new Set([key])));
  const forgetProblem = (key: string) => setProblems((now) => new Map([...now].filter(([each]) => each !== key)));

  return {
    rows,
    changed: rows.filter(isChanged),
    problems,
    isOpen: ({ key, state }: Row) => state !== 'removed' && open.has(key),
    openRow: (key: string) => setOpen((now) => new Set(now).add(key)),
    add() {
      const { draft: next, key } = addRow(draft);
      setDraft(next);
      setOpen((now) => new Set(now).add(key));
    },
    change(row: Row, fields: RecordFields) {
      setDraft(changeRow(draft, row, fields));
      forgetProblem(row.key);
    },
    remove(row: Row) {
      setDraft(removeRow(draft, row));
      close(row.key);
      forgetProblem(row.key);
    },
    undo(row: Row) {
      setDraft(forgetRow(draft, row));
      close(row.key);
      forgetProblem(row.key);
    },
    discard() {
      setDraft(EMPTY_DRAFT);
      setOpen(new Set());
      setProblems(new Map());
    },
    /** Opens every rejected row with its errors. */
    showProblems(found: ReadonlyMap<string, RowProblems>) {
      setProblems(found);
      setOpen((now) => now.union(new Set(found.keys())));
    },
  };
}
