export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const REFUND_DESTINATIONS = ['credit', 'method'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];
