import type { Invoice } from '@hostler/sdk';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { formatMoney } from '../../../parts/numbers.ts';
import { type Choice, firstChoice, readChoice } from './choice.ts';
import { PayChoice } from './pay-choice.tsx';
import { follow, useMethods, usePay, useReturn, useWays } from './queries.ts';
import { texts } from './texts.ts';
import { TransferInstructions } from './transfer-instructions.tsx';

interface PayInvoiceProps {
  readonly invoice: Pick<Invoice, 'id' | 'amount_due' | 'currency'>;
  /** Return address for the page of the payment provider. */
  readonly returnPath: string;
  readonly onDone?: () => void;
}

/** Pays an invoice: choose a method, then pay directly or on the page of the payment provider. */
export function PayInvoice({ invoice, returnPath, onDone }: PayInvoiceProps) {
  const { id, amount_due, currency } = invoice;
  const [choice, setChoice] = useState<Choice | null>(null);
  const [keep, setKeep] = useState(false);
  const { data: methods = [] } = useMethods();
  const { data: ways = [] } = useWays();
  const pay = usePay();
  useReturn(pay.reset);
  const next = pay.data?.next;
  const chosen = choice ?? firstChoice(methods, ways);
  const canKeep = ways.some(({ driver, savable }) => savable && chosen === `driver:${driver}`);
  const send = () => {
    if (!chosen) return;
    pay.mutate(
      { invoice_id: id, ...readChoice(chosen), ...(canKeep && { keep }), return_path: returnPath },
      { onSuccess: ({ next: step }) => void follow(step) },
    );
  };
  if (next?.type === 'instructions') {
    return (
      <Stack>
        <TransferInstructions instructions={next} amount={amount_due} currency={currency} />
        {onDone && <Done onDone={onDone} />}
      </Stack>
    );
  }
  if (next?.type === 'none') {
    return (
      <Stack>
        <Text role="status">{texts.pending}</Text>
        {onDone && <Done onDone={onDone} />}
      </Stack>
    );
  }
  return (
    <Stack>
      <PayChoice label={texts.with} value={chosen} onChange={setChoice} />
      {canKeep && (
        <Checkbox label={texts.keep} checked={keep} onChange={({ currentTarget }) => setKeep(currentTarget.checked)} />
      )}
      {pay.error ? <Failure error={pay.error} title={texts.failed} /> : null}
      <Group justify="flex-end" gap="xs">
        {onDone && (
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
        )}
        {/* Disabled while the page of the payment provider is loading. */}
        <Button data-real loading={pay.isPending || next !== undefined} disabled={!chosen} onClick={send}>
          {texts.payAmount(formatMoney(amount_due, currency))}
        </Button>
      </Group>
    </Stack>
  );
}

function Done({ onDone }: { onDone: () => void }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onDone}>
        {texts.done}
      </Button>
    </Group>
  );
}
