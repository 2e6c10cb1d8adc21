import type { Webhook } from '@hostler/sdk';
import { Status } from '#parts/status.tsx';
import { statusOf } from './texts.ts';

export function WebhookStatus({ webhook }: { webhook: Pick<Webhook, 'status' | 'failing_since'> }) {
  const { label, tone } = statusOf(webhook);
  return <Status tone={tone}>{label}</Status>;
}
