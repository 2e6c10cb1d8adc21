import { useState } from 'react';

/** The opened row of a list, as the list shows it. It stays open if a filter does not show it any more. */
export function useOpenedRow<Row extends { readonly id: number }>(rows: readonly Row[] | undefined) {
  const [opened, open] = useState<Row | null>(null);
  const shown = opened && (rows?.find(({ id }) => id === opened.id) ?? opened);
  return [shown, open] as const;
}
