/** `held`: may be a payment that was imported before. `dismissed`: no customer's payment. */
export const LINE_STATUSES = ['unmatched', 'held', 'matched', 'dismissed'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/** `waiting` covers all lines that staff have to decide: `unmatched` and `held`. */
export const LINE_FILTERS = ['waiting', ...LINE_STATUSES] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];
