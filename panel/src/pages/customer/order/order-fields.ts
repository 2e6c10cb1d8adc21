import { listLines } from '../../../resources/ssh-keys/key-lines.ts';

/** Form values of an order. */
export interface OrderFields {
  readonly hostname: string;
  /** If empty, the default image of the plan. */
  readonly image: string;
  /** How to log in for the first time. */
  readonly login: 'ssh_key' | 'password';
  /** SSH keys, one per line. Ignored with the login by password. */
  readonly ssh_keys: string;
  /** Adds new keys to the account with the order. */
  readonly save_ssh_keys: boolean;
  /** Cloud-init user data; may be empty. */
  readonly user_data: string;
  readonly tags: readonly string[];
  /** Identifiers of firewalls. */
  readonly firewall_ids: readonly string[];
  readonly coupon: string;
}

export const EMPTY_ORDER: OrderFields = {
  hostname: '',
  image: '',
  login: 'ssh_key',
  ssh_keys: '',
  save_ssh_keys: true,
  user_data: '',
  tags: [],
  firewall_ids: [],
  coupon: '',
};

const KEY = 'hostler.order';

/**
 * Stores the order in this tab, because a payment page may follow. User data may contain secrets; it stays in this tab
 * and is removed with the order.
 */
export function keepOrder(fields: OrderFields | null): void {
  if (fields) sessionStorage.setItem(KEY, JSON.stringify(fields));
  else sessionStorage.removeItem(KEY);
}

export function recallOrder(maySaveKeys: boolean): OrderFields {
  const kept = sessionStorage.getItem(KEY);
  const recalled = kept ? { ...EMPTY_ORDER, ...(JSON.parse(kept) as Partial<OrderFields>) } : EMPTY_ORDER;
  return { ...recalled, save_ssh_keys: maySaveKeys && recalled.save_ssh_keys };
}

/** Converts the form to API input; empty fields are omitted. */
export function toOrder(fields: OrderFields) {
  const { hostname, image, login, ssh_keys, save_ssh_keys, user_data, tags, firewall_ids, coupon } = fields;
  const keys = login === 'ssh_key' ? listLines(ssh_keys) : [];
  return {
    hostname: hostname.trim(),
    ...(image === '' ? {} : { image }),
    // Without a key, a password is the only way in.
    ...(keys.length === 0
      ? { login: 'password' as const }
      : { login, ssh_keys: keys, ...(save_ssh_keys ? { save_ssh_keys } : {}) }),
    ...(user_data.trim() === '' ? {} : { user_data }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(firewall_ids.length === 0 ? {} : { firewall_ids: firewall_ids.map(Number) }),
    ...(coupon.trim() === '' ? {} : { coupon: coupon.trim() }),
  };
}
