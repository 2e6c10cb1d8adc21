export const CHARGE_KINDS = ['period', 'setup', 'usage', 'proration', 'discount', 'manual'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
