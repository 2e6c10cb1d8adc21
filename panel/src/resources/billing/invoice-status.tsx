import type { Invoice } from '@hostler/sdk';
import { Status } from '../../parts/status.tsx';
import { INVOICE_STATUSES } from './texts.ts';

export function InvoiceStatus({ status }: Pick<Invoice, 'status'>) {
  const { label, tone } = INVOICE_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
