export const REFUND_DESTINATIONS = ['credit', 'method'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];
