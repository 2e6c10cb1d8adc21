import { useState } from 'react';
import type { Selection } from '../parts/data-table/columns.ts';

/** Rows that are selected in a list, of those that it shows. */
export function useSelection<Row extends { readonly id: number }>(rows: readonly Row[] | undefined) {
  const [selected, setSelected] = useState<Selection['selected']>(new Set());
  return {
    rows: (rows ?? []).filter(({ id }) => selected.has(id)),
    selection: { selected, onChange: setSelected } satisfies Selection,
    clear: () => setSelected(new Set()),
  };
}
