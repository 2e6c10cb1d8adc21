import { t } from '@lingui/core/macro';
import { Status, type Tone } from '#parts/status.tsx';
import type { StaffPayment } from './generated/types.gen.ts';

export const PAYMENT_STATUSES: Readonly<Record<StaffPayment['status'], { label: string; tone: Tone }>> = {
  pending: { label: t`Pending`, tone: 'wait' },
  succeeded: { label: t`Succeeded`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
  refunded: { label: t`Refunded`, tone: 'idle' },
  reversed: { label: t`Reversed`, tone: 'bad' },
};

export function PaymentStatus({ status }: Pick<StaffPayment, 'status'>) {
  const { label, tone } = PAYMENT_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
