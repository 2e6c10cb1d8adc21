import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Money } from '../../../parts/money.tsx';
import type { NextStep } from './queries.ts';
import { texts } from './texts.ts';

interface TransferInstructionsProps {
  readonly instructions: NextStep;
  readonly amount: number;
  readonly currency: string;
}

/** Shows the bank details of a transfer. */
export function TransferInstructions({ instructions, amount, currency }: TransferInstructionsProps) {
  const { name, iban, bic, reference } = instructions;
  return (
    <Stack gap="sm">
      <Text>{texts.transferText}</Text>
      <Facts
        facts={[
          [texts.amount, <Money key="amount" amount={amount} currency={currency} />],
          [texts.beneficiary, name],
          [texts.iban, iban && <Copyable key="iban" value={iban} shown={groupIban(iban)} what="IBAN" />],
          [texts.bic, bic && <Copyable key="bic" value={bic} what="BIC" />],
          [texts.reference, reference && <Copyable key="reference" value={reference} what={t`reference`} />],
        ]}
      />
    </Stack>
  );
}

/** Formats an IBAN in groups of four characters. */
function groupIban(iban: string): string {
  return iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');
}
