import type { Subscription } from '@hostler/sdk';
import { Status } from '../../parts/status.tsx';
import { CREATING_SERVER, SUBSCRIPTION_STATUSES } from './texts.ts';

export function SubscriptionStatus({ status, hosting_id }: Pick<Subscription, 'status' | 'hosting_id'>) {
  // An order has a server from the moment it is paid; the order stays pending until the server runs.
  const isCreating = status === 'pending' && hosting_id !== null;
  const { label, tone } = isCreating ? CREATING_SERVER : SUBSCRIPTION_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
