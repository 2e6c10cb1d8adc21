import type { Subscription } from '@hostler/sdk';
import { Status } from '../../parts/status.tsx';
import { SUBSCRIPTION_STATUSES } from './texts.ts';

export function SubscriptionStatus({ status }: Pick<Subscription, 'status'>) {
  const { label, tone } = SUBSCRIPTION_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
