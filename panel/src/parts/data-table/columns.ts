import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Of the column, as CSS; what is left is shared by those without. */
  readonly width?: string;
  readonly align?: 'end';
  /** Left out on windows narrower than this. */
  readonly from?: 'md' | 'lg';
  /**
   * Where it stands in the card that a row is on a phone: the title and what is beside it in the first line, the rest in
   * the second one, or nowhere. The first column is the title.
   */
  readonly card?: 'beside' | 'line' | 'none';
}

export interface Selection {
  readonly selected: ReadonlySet<number | string>;
  readonly onChange: (selected: ReadonlySet<number | string>) => void;
}
