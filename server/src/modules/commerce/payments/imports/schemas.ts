export const LINE_STATUSES = ['matched', 'unmatched'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];
