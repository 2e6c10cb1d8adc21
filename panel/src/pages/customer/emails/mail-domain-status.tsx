import type { MailDomain } from '@hostler/sdk';
import { Status } from '../../../parts/status.tsx';
import { DOMAIN_STATUSES } from './texts.ts';

export function MailDomainStatus({ status }: Pick<MailDomain, 'status'>) {
  const { label, tone } = DOMAIN_STATUSES[status];
  return <Status tone={tone}>{label}</Status>;
}
