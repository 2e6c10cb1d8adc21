/**
 * Limit for customer texts in one response. Escaping can double a text, and the response still stays below a mebibyte.
 */
export const ANSWER_BYTES = 500_000;

/** Size of a row in a response besides its text. */
export const ROW_BYTES = 250;

interface Selection {
  readonly from: string;
  readonly where: string;
  /** Primary key of the rows. */
  readonly key: string;
  /** Unique number that orders the rows. */
  readonly order: string;
  readonly direction: 'asc' | 'desc';
  /** Column that can be long. */
  readonly text: string;
}

/**
 * Returns SQL that picks, of the first `:limit` rows, as many as fit into `:bytes`, and at least one. Each comes with
 * `found`, the number of candidates. Both databases know the length of a text without reading it, so rows that are not
 * picked are not read.
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
