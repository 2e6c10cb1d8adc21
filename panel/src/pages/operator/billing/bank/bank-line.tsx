import { t } from '@lingui/core/macro';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Money } from '#parts/money.tsx';
import { Status } from '#parts/status.tsx';
import { Day } from '#resources/billing/day.tsx';
import { MONEY_RESOURCES } from '../queries.ts';
import classes from './bank.module.css';
import { Candidates } from './candidates.tsx';
import type { BankLine } from './queries.ts';
import { texts } from './texts.ts';

/** One line of a statement; on its right the invoices that it may pay. */
export function BankLineRow({ line }: { line: BankLine }) {
  const [dismissing, setDismissing] = useState(false);
  const { id, status, name, text, iban, amount, currency, booked_at, note, reason, payment_id } = line;
  const isWaiting = status === 'unmatched' || status === 'held';
  return (
    <article className={classes.line} aria-label={`${name} ${text}`.trim()}>
      <div className={classes.words}>
        <Group justify="space-between" wrap="nowrap" align="baseline">
          <Text fw={600}>{name || '–'}</Text>
          <Text fw={600} fz="lg">
            <Money amount={amount} currency={currency} />
          </Text>
        </Group>
        <Text>{text}</Text>
        <Group gap="sm" mt={6}>
          <Text size="sm" c="dimmed">
            <Day at={booked_at} />
          </Text>
          {iban && (
            <Text size="sm" c="dimmed" component="span">
              <Copyable value={iban} what="IBAN" />
            </Text>
          )}
        </Group>
        {note && (
          <Text size="sm" mt={6}>
            {note}
          </Text>
        )}
        {isWaiting && (
          <Button variant="default" size="xs" mt="sm" onClick={() => setDismissing(true)}>
            {texts.dismiss}
          </Button>
        )}
      </div>
      <div className={classes.candidates}>
        {isWaiting ? (
          <Candidates line={line} />
        ) : (
          <Stack gap={6}>
            <Status tone={status === 'matched' ? 'good' : 'idle'}>{texts.statuses[status].label}</Status>
            {reason && <Text size="sm">{reason}</Text>}
            {payment_id !== null && (
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="/operator/billing/payments" search={{ payment: String(payment_id) }} />
                )}
              >
                {texts.payment} {payment_id}
              </Anchor>
            )}
          </Stack>
        )}
      </div>
      {dismissing && (
        <CommandDialog
          title={texts.dismissTitle}
          text={texts.dismissText}
          path="/payments/dismiss-line"
          query={{ id }}
          fields={[{ name: 'reason', label: t`Reason`, required: true }]}
          action={texts.dismiss}
          touches={[...MONEY_RESOURCES]}
          done={texts.dismissed}
          onClose={() => setDismissing(false)}
        />
      )}
    </article>
  );
}
