import type { StaffTicket } from '#operator/generated/types.gen.ts';
import { Status } from '#parts/status.tsx';
import { STATUSES } from './texts.ts';

/** Says who writes next, as staff see it. */
export function TicketStatus({ status }: Pick<StaffTicket, 'status'>) {
  const { label, tone } = STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
