/**
 * How much of what customers wrote goes into one answer. Escaped, a text can become twice as long; the answer stays below a
 * mebibyte all the same.
 */
export const ANSWER_BYTES = 500_000;

/** What a row costs in an answer besides its text. */
export const ROW_BYTES = 250;

interface Selection {
  readonly from: string;
  readonly where: string;
  /** The primary key, by which the rows are found again. */
  readonly key: string;
  /** A number that no two rows share, and which of them come first. */
  readonly order: string;
  readonly direction: 'asc' | 'desc';
  /** The column that can be long. */
  readonly text: string;
}

/**
 * SQL that picks, of the first `:limit` rows, as many as stay within `:bytes` together, and always one. Each comes with
 * `found`, the number of rows there were to pick from. Both databases know the length of a text without reading it, so what
 * is not picked is not read.
 */
export function pickWithinBytes({ from, where, key, order, direction, text }: Selection): string {
  return `select picked, found from (
      select picked, size, count(*) over () as found, sum(size) over (order by place ${direction}) as bytes
      from (
        select ${key} as picked, ${order} as place, octet_length(${text}) + ${ROW_BYTES} as size
        from ${from} where ${where} order by ${order} ${direction} limit :limit
      ) as candidates
    ) as measured
    where bytes = size or bytes <= :bytes`;
}
