export const PAYOUT_STATUSES = ['open', 'paid'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
