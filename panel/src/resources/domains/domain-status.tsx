import type { Domain } from '@hostler/sdk';
import { Status, type Tone } from '../../parts/status.tsx';
import { domainTexts as texts } from './texts.ts';

type Facts = Pick<Domain, 'status' | 'dns_status' | 'verification'>;

function tell({ status, dns_status, verification }: Facts): { word: keyof typeof texts.statuses; tone: Tone } {
  if (status === 'error') return { word: 'error', tone: 'bad' };
  if (status === 'pending') return { word: verification ? 'proof' : 'pending', tone: 'wait' };
  if (dns_status === 'pending') return { word: 'publishing', tone: 'wait' };
  return dns_status === 'error' ? { word: 'unanswered', tone: 'bad' } : { word: 'active', tone: 'good' };
}

/** Shows the more relevant of the two statuses of a domain. */
export function DomainStatus(domain: Facts) {
  const { word, tone } = tell(domain);
  return (
    <Status tone={tone} busy={word === 'pending' || word === 'publishing'}>
      {texts.statuses[word]}
    </Status>
  );
}
