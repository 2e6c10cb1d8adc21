import type { PaymentMethod, WayToPay } from './queries.ts';

/** `method:3` is a saved payment method, `driver:transfer` a new payment with a driver. */
export type Choice = string;

export function readChoice(choice: Choice): { method_id: number } | { driver: string } {
  const [kind, value = ''] = choice.split(':');
  return kind === 'method' ? { method_id: Number(value) } : { driver: value };
}

/** Returns false for a payment method whose setup was not completed. */
export function isUsable({ status }: Pick<PaymentMethod, 'status'>): boolean {
  return status === 'active';
}

type Kept = Pick<PaymentMethod, 'id' | 'status' | 'is_default'>;

/** Returns the initial choice: the default method, or the first driver. */
export function firstChoice(methods: readonly Kept[], ways: readonly Pick<WayToPay, 'driver'>[]): Choice | null {
  const usable = methods.filter(isUsable);
  const usual = usable.find(({ is_default }) => is_default) ?? usable[0];
  if (usual) return `method:${usual.id}`;
  return ways[0] ? `driver:${ways[0].driver}` : null;
}
