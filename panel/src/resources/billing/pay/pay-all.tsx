import type { Invoice } from '@hostler/sdk';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Modal } from '../../../parts/dialog.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Money } from '../../../parts/money.tsx';
import { Status } from '../../../parts/status.tsx';
import { type Choice, firstChoice, isUsable, readChoice } from './choice.ts';
import { PayChoice } from './pay-choice.tsx';
import type { Outcome } from './pay-each.ts';
import { useMethods } from './queries.ts';
import { texts } from './texts.ts';
import { usePayEach } from './use-pay-each.ts';

interface PayAllProps {
  /** Oldest first. */
  readonly invoices: readonly Invoice[];
  readonly onClose: () => void;
}

/** Charges all due invoices to a saved payment method, oldest first, and shows the outcome of each. */
export function PayAll({ invoices, onClose }: PayAllProps) {
  const { data: methods } = useMethods();
  const [choice, setChoice] = useState<Choice | null>(null);
  // Kept as they were: paid invoices leave the list of due ones meanwhile.
  const [all] = useState(invoices);
  const { outcomes, isPaying, pay } = usePayEach();
  const kept = methods?.filter(isUsable) ?? [];
  const chosen = choice ?? firstChoice(kept, []);
  const open = all.filter(({ id }) => !isSettled(outcomes.get(id)));
  const paid = all.filter(({ id }) => outcomes.get(id)?.status === 'paid').length;
  const hasResult = !isPaying && outcomes.size > 0;
  const isDone = open.length === 0;
  return (
    <Modal opened onClose={onClose} title={texts.payAllTitle(all.length)} closeOnClickOutside={false}>
      <Stack>
        <div>
          <Facts
            facts={all.map(({ id, number, amount_due, currency }) => [
              number,
              <div key={id}>
                <Group gap="md">
                  <Money amount={amount_due} currency={currency} />
                  <Result outcome={outcomes.get(id)} isOver={hasResult} />
                </Group>
                <Reason outcome={outcomes.get(id)} />
              </div>,
            ])}
          />
          <Text role="status" mt={hasResult ? 'md' : 0}>
            {hasResult && texts.payAllResult(paid, all.length)}
          </Text>
        </div>
        {methods && kept.length === 0 ? (
          <Alert color="gray">
            {texts.payAllNeeds}{' '}
            <Anchor inherit renderRoot={(props) => <Link {...props} to="/billing/payment" />}>
              {texts.addMethod}
            </Anchor>
          </Alert>
        ) : (
          !isDone && <PayChoice label={texts.with} keptOnly value={chosen} onChange={setChoice} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {isPaying ? texts.stopPaying : hasResult ? texts.done : texts.cancel}
          </Button>
          {!isDone && (
            <Button
              data-real
              loading={isPaying}
              disabled={!chosen}
              onClick={() =>
                chosen &&
                pay(
                  open.map(({ id }) => id),
                  readChoice(chosen),
                )
              }
            >
              {hasResult ? texts.payRest(open.length) : texts.payAll}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function isSettled(outcome: Outcome | undefined): boolean {
  return outcome?.status === 'paid' || outcome?.status === 'started';
}

function Result({ outcome, isOver }: { outcome: Outcome | undefined; isOver: boolean }) {
  if (!outcome) return isOver ? <Status tone="idle">{texts.notCharged}</Status> : null;
  switch (outcome.status) {
    case 'paying':
      return (
        <Status tone="wait" busy>
          {texts.paying}
        </Status>
      );
    case 'paid':
      return <Status tone="good">{texts.paid}</Status>;
    case 'started':
      return <Status tone="wait">{texts.started}</Status>;
    case 'failed':
      return <Status tone="bad">{texts.notPaid}</Status>;
  }
}

function Reason({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome?.status !== 'failed') return null;
  return (
    <Text size="sm" c="dimmed">
      {outcome.reason}
    </Text>
  );
}
