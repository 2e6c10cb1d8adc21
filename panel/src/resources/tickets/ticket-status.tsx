import type { Ticket } from '@hostler/sdk';
import { Status } from '../../parts/status.tsx';
import { STATUSES } from './statuses.ts';

export function TicketStatus({ status }: Pick<Ticket, 'status'>) {
  const { label, tone } = STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
