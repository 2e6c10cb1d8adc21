/** What is typed while ordering. */
export interface OrderFields {
  readonly hostname: string;
  /** The plan's usual one when empty. */
  readonly image: string;
  /** One on each line. */
  readonly ssh_keys: string;
  readonly coupon: string;
}

export const EMPTY_ORDER: OrderFields = { hostname: '', image: '', ssh_keys: '', coupon: '' };

const KEY = 'hostler.order';

/** In this tab, as the provider's page may come between: nothing of it is secret. */
export function keepOrder(fields: OrderFields | null): void {
  if (fields) sessionStorage.setItem(KEY, JSON.stringify(fields));
  else sessionStorage.removeItem(KEY);
}

export function recallOrder(): OrderFields {
  const kept = sessionStorage.getItem(KEY);
  return kept ? { ...EMPTY_ORDER, ...(JSON.parse(kept) as Partial<OrderFields>) } : EMPTY_ORDER;
}

/** As the API takes it; what is empty is not sent. */
export function toOrder({ hostname, image, ssh_keys, coupon }: OrderFields) {
  const keys = ssh_keys
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    hostname: hostname.trim(),
    ...(image === '' ? {} : { image }),
    ...(keys.length === 0 ? {} : { ssh_keys: keys }),
    ...(coupon.trim() === '' ? {} : { coupon: coupon.trim() }),
  };
}
