export const CUSTOMER_KINDS = ['consumer', 'business'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

export const VAT_STATUSES = ['none', 'pending', 'valid', 'invalid', 'unavailable'] as const;
export type VatStatus = (typeof VAT_STATUSES)[number];
