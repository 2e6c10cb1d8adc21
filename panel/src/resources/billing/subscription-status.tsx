import type { Subscription } from '@hostler/sdk';
import { Status } from '../../parts/status.tsx';
import { CREATING_SERVER, IN_REVIEW, SUBSCRIPTION_STATUSES } from './texts.ts';

type Shown = Pick<Subscription, 'status' | 'hosting_id' | 'in_review'>;

export function SubscriptionStatus({ status, hosting_id, in_review }: Shown) {
  // An order has a server from the moment it is paid; the order stays pending until the server runs.
  const isCreating = status === 'pending' && hosting_id !== null;
  const { label, tone } = in_review ? IN_REVIEW : isCreating ? CREATING_SERVER : SUBSCRIPTION_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
