import { Status, type Tone } from '#parts/status.tsx';
import type { StaffPayment } from './generated/types.gen.ts';

export const PAYMENT_STATUSES: Readonly<Record<StaffPayment['status'], { label: string; tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'wait' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  refunded: { label: 'Refunded', tone: 'idle' },
  reversed: { label: 'Reversed', tone: 'bad' },
};

export function PaymentStatus({ status }: Pick<StaffPayment, 'status'>) {
  const { label, tone } = PAYMENT_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
