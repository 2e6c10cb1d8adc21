import type { PaymentMethod, Way } from './queries.ts';

/** `method:3` is one that is kept, `driver:transfer` a way that begins anew. */
export type Choice = string;

export function readChoice(choice: Choice): { method_id: number } | { driver: string } {
  const [kind, value = ''] = choice.split(':');
  return kind === 'method' ? { method_id: Number(value) } : { driver: value };
}

/** One whose page at the provider was left half way is no way to pay. */
export function isUsable({ status }: Pick<PaymentMethod, 'status'>): boolean {
  return status === 'active';
}

type Kept = Pick<PaymentMethod, 'id' | 'status' | 'is_default'>;

/** What is chosen while nobody has chosen: the default method, or the first way. */
export function firstChoice(methods: readonly Kept[], ways: readonly Pick<Way, 'driver'>[]): Choice | null {
  const usable = methods.filter(isUsable);
  const usual = usable.find(({ is_default }) => is_default) ?? usable[0];
  if (usual) return `method:${usual.id}`;
  return ways[0] ? `driver:${ways[0].driver}` : null;
}
