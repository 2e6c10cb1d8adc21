import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { texts } from './texts.ts';

/** Shows the TXT record that proves ownership of the domain. */
export function Proof({ name, value }: { name: string; value: string }) {
  return (
    <Alert color="amber" variant="light" title={texts.proofTitle}>
      <Text mb="xs">{texts.proofText}</Text>
      <Facts
        facts={[
          [texts.type, 'TXT'],
          [texts.proofName, <Copyable key="name" value={name} what={t`name`} />],
          [texts.proofValue, <Copyable key="value" value={value} what={t`value`} />],
        ]}
      />
    </Alert>
  );
}
