import { Anchor, Badge, Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { StaffInvoice } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';
import { Confirm } from '#parts/confirm.tsx';
import { Failure } from '#parts/failure.tsx';
import { Money } from '#parts/money.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { Day } from '#resources/billing/day.tsx';
import { InvoiceStatus } from '#resources/billing/invoice-status.tsx';
import classes from './bank.module.css';
import { type BankLine, type InvoiceCandidate, useCandidates, useMatch } from './queries.ts';
import { texts } from './texts.ts';

type Chosen = Pick<StaffInvoice, 'id' | 'number' | 'amount_due' | 'currency' | 'status' | 'due_at' | 'account_name'>;

/** Lists the invoices that a line may pay. A match beyond the amount due is confirmed first. */
export function Candidates({ line }: { line: BankLine }) {
  const { data, error, refetch } = useCandidates(line.id);
  const match = useMatch();
  const [over, setOver] = useState<Chosen | null>(null);
  const [other, setOther] = useState<Chosen | null>(null);
  const send = (invoice: Chosen, as_credit: boolean) =>
    match.mutate(
      { line: line.id, invoice: invoice.id, as_credit },
      {
        onSuccess: () =>
          notifications.show({ message: texts.matched(formatMoney(line.amount, line.currency), invoice.number) }),
        onSettled: () => setOver(null),
      },
    );
  const choose = (invoice: Chosen) => {
    const fits = invoice.currency === line.currency && invoice.amount_due >= line.amount;
    if (fits) send(invoice, false);
    else setOver(invoice);
  };
  return (
    <>
      <Text size="xs" c="dimmed" mb={4}>
        {texts.candidates}
      </Text>
      {error && !data ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton height={40} />}
      {data?.data.length === 0 && <Text size="sm">{texts.noCandidates}</Text>}
      {data?.data.map((invoice, index) => (
        <Candidate
          key={invoice.id}
          invoice={invoice}
          matches={invoice.matches}
          first={index === 0}
          pending={match.isPending && match.variables.invoice === invoice.id}
          onMatch={choose}
        />
      ))}
      {other && (
        <Candidate
          invoice={other}
          first={data?.data.length === 0}
          pending={match.isPending && match.variables.invoice === other.id}
          onMatch={choose}
        />
      )}
      <FindInvoice onFound={setOther} />
      {over && (
        <Confirm
          opened
          title={texts.overTitle(over.number)}
          text={describeExcess(line, over)}
          action={texts.overAction(formatMoney(line.amount, line.currency))}
          pending={match.isPending}
          onClose={() => setOver(null)}
          onConfirm={() => send(over, true)}
        />
      )}
    </>
  );
}

function describeExcess({ amount, currency }: BankLine, invoice: Chosen): string {
  if (invoice.currency !== currency || invoice.amount_due <= 0) return texts.closedText(formatMoney(amount, currency));
  return texts.overText(formatMoney(invoice.amount_due, currency), formatMoney(amount - invoice.amount_due, currency));
}

interface CandidateProps {
  readonly invoice: Chosen;
  readonly matches?: InvoiceCandidate['matches'];
  readonly first: boolean;
  readonly pending: boolean;
  readonly onMatch: (invoice: Chosen) => void;
}

function Candidate({ invoice, matches = [], first, pending, onMatch }: CandidateProps) {
  const { id, number, account_name, status, due_at, amount_due, currency } = invoice;
  return (
    <div className={classes.candidate}>
      <div className={classes.invoice}>
        <Group gap="xs">
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/operator/billing/invoices" search={{ invoice: String(id) }} />}
          >
            {number}
          </Anchor>
          <Text size="sm" truncate>
            {account_name}
          </Text>
          {matches.map((reason) => (
            <Badge key={reason} size="sm" variant="light" color="gray">
              {texts.reasons[reason]}
            </Badge>
          ))}
        </Group>
        <Group gap="sm">
          <InvoiceStatus status={status} />
          <Text size="sm" c="dimmed">
            <Day at={due_at} say={texts.due} />
          </Text>
        </Group>
      </div>
      <Text>
        <Money amount={amount_due} currency={currency} />
      </Text>
      <Button
        size="xs"
        variant={first ? 'filled' : 'default'}
        title={texts.matchOf(number)}
        loading={pending}
        onClick={() => onMatch(invoice)}
      >
        {texts.match}
      </Button>
    </div>
  );
}

/** Finds an invoice that is not among the candidates. */
function FindInvoice({ onFound }: { onFound: (invoice: Chosen) => void }) {
  const [typed, setTyped] = useState('');
  const find = useOperatorMutation((id: string) => operatorApi.get<StaffInvoice>('/invoices/show', { id }), {
    touches: [],
    onError: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') find.mutate(typed.trim(), { onSuccess: onFound });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" mt="xs" align="flex-start">
        <TextInput
          size="xs"
          aria-label={texts.other}
          placeholder={texts.otherText}
          value={typed}
          error={find.error ? texts.noSuchInvoice : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" loading={find.isPending}>
          {texts.find}
        </Button>
      </Group>
    </form>
  );
}
