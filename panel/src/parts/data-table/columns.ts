import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Pixels, which grow with the font size of the browser, or a share. Columns without a width share the rest. */
  readonly width?: number | `${number}%`;
  readonly align?: 'end';
  /** Value of `sort_by` in the API, if it sorts the list by this column. */
  readonly sortBy?: string;
  /** Hidden on windows narrower than this. */
  readonly from?: 'md' | 'lg';
  /**
   * Position in the card that replaces a row on phones: beside the title in the first line, in the second line, in the
   * second line after the title of the column, or hidden. The first column is the title.
   */
  readonly card?: 'beside' | 'line' | 'named' | 'none';
}

export interface Selection {
  readonly selected: ReadonlySet<number | string>;
  readonly onChange: (selected: ReadonlySet<number | string>) => void;
}
