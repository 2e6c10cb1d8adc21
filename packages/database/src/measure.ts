/** Contents of a database in numbers, read without changing it and without a version that fits it. */
export interface Measured {
  /** For example `SQLite` or `PostgreSQL 15.8`. */
  readonly product: string;
  /** Applied migrations; empty for a database without tables. */
  readonly steps: readonly { readonly id: string; readonly breaks: boolean }[];
  /** Rows by table. Estimates of PostgreSQL, exact in SQLite. */
  readonly rows: Readonly<Record<string, number>>;
  /** Size of the tables and indexes. */
  readonly bytes: number;
  /** Internal settings by name. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface MeasuredStep {
  readonly id: string;
  readonly breaks?: number | string | null;
}

export function toSteps(rows: readonly MeasuredStep[]): Measured['steps'] {
  return rows.map(({ id, breaks }) => ({ id, breaks: Number(breaks ?? 0) === 1 }));
}
