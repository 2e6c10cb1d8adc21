import type { MailDomain } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { CheckNow } from './check-now.tsx';
import classes from './domain.module.css';
import { texts } from './texts.ts';

/** Texts by status; an active domain shows its proof only if the TXT record is missing. */
const PROOF = {
  pending: { title: texts.proofTitle, text: texts.proofText, color: 'amber' },
  active: { title: texts.proofFadesTitle, text: texts.proofFadesText, color: 'amber' },
  lost: { title: texts.proofLostTitle, text: texts.proofLostText, color: 'red' },
} as const;

/** Shows the TXT record that proves ownership, which is required before mail is accepted. */
export function MailProof({ domain }: { domain: MailDomain }) {
  const { status, proof, lost_since } = domain;
  const { title, text, color } = PROOF[status];
  return (
    <Alert color={color} variant="light" title={title}>
      <Text mb="xs">{text}</Text>
      <div className={classes.settings}>
        <Facts
          facts={[
            [texts.type, proof.type],
            [texts.name, <Copyable key="name" value={proof.name} what={t`name`} />],
            [texts.value, <Copyable key="value" value={proof.value} what={t`value`} />],
            [texts.lostSince, lost_since && <Moment key="since" at={lost_since} />],
          ]}
        />
      </div>
      <CheckNow domain={domain} />
    </Alert>
  );
}

/** Returns true if the customer must set the TXT record. */
export function needsProof({ status, lost_since }: Pick<MailDomain, 'status' | 'lost_since'>): boolean {
  return status !== 'active' || lost_since !== null;
}
