import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PathLink } from '#operator/path-link.tsx';
import { StatusOf } from '#operator/resource-list.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { METRICS } from '#resources/monitoring/texts.ts';
import { STATUSES } from '#resources/servers/texts.ts';
import classes from './beside.module.css';
import { useAlertsOf, useCustomer, useServersOf, useTicketsOf } from './queries.ts';
import { texts } from './texts.ts';
import { TicketStatus } from './ticket-status.tsx';

/** The customer of a ticket: money, servers, alerts and other tickets. */
export function Beside({ account, name, ticketId }: { account: number; name: string; ticketId: number }) {
  return (
    <>
      <CustomerFacts account={account} name={name} />
      <Servers account={account} />
      <Alerts account={account} />
      <OtherTickets account={account} ticketId={ticketId} />
    </>
  );
}

function CustomerFacts({ account, name }: { account: number; name: string }) {
  const { data } = useCustomer(account);
  const money = data?.balance;
  const amount = (value: number | undefined) =>
    money && value !== undefined && <Money amount={value} currency={money.currency} />;
  return (
    <Surface title={texts.customer}>
      <PathLink href={`/operator/customers/${account}`} className={classes.name}>
        {name}
      </PathLink>
      <Facts
        facts={[
          [texts.email, data?.email],
          [
            texts.suspended,
            data?.suspensions && data.suspensions.length > 0 && (
              <Status tone="bad">{data.suspensions.map(({ cause }) => cause).join(', ')}</Status>
            ),
          ],
          [texts.credit, amount(money?.credit)],
          [texts.due, amount(money?.due)],
          [texts.overdue, money && money.overdue > 0 && amount(money.overdue)],
        ]}
      />
    </Surface>
  );
}

function Servers({ account }: { account: number }) {
  const { data } = useServersOf(account);
  return (
    <Section
      title={texts.servers}
      none={texts.noServers}
      rows={data?.data}
      total={data?.meta.total}
      all={`/operator/servers?account=${account}`}
      render={({ id, hostname, status }) => (
        <li key={id} className={classes.item}>
          <PathLink href={`/operator/servers/${id}`} className={classes.name}>
            {hostname}
          </PathLink>
          <StatusOf statuses={STATUSES} status={status} />
        </li>
      )}
    />
  );
}

function Alerts({ account }: { account: number }) {
  const { data } = useAlertsOf(account);
  return (
    <Section
      title={texts.alerts}
      none={texts.noAlerts}
      rows={data?.data}
      render={({ id, metric, message, state, started_at }) => (
        <li key={id} className={classes.item}>
          <span className={classes.name}>
            {message || METRICS[metric as keyof typeof METRICS]}
            <Text size="xs" c="dimmed">
              <Moment at={started_at} />
            </Text>
          </span>
          <Status tone={state === 'firing' ? 'bad' : 'idle'}>
            {state === 'firing' ? texts.firing : texts.resolved}
          </Status>
        </li>
      )}
    />
  );
}

function OtherTickets({ account, ticketId }: { account: number; ticketId: number }) {
  const { data } = useTicketsOf(account);
  return (
    <Section
      title={texts.otherTickets}
      none={texts.noOtherTickets}
      rows={data?.data.filter(({ id }) => id !== ticketId).slice(0, 5)}
      total={data && data.meta.total - 1}
      all={`/operator/tickets?account=${account}&queue=all`}
      render={({ id, subject, status }) => (
        <li key={id} className={classes.item}>
          <PathLink href={`/operator/tickets/${id}`} className={classes.name}>
            {subject}
          </PathLink>
          <TicketStatus status={status} />
        </li>
      )}
    />
  );
}

interface SectionProps<Row> {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly Row[] | undefined;
  readonly render: (row: Row) => ReactNode;
  /** Number of all rows, and where they are listed. */
  readonly total?: number | undefined;
  readonly all?: string;
}

function Section<Row>({ title, none, rows, render, total = 0, all }: SectionProps<Row>) {
  const more = all && rows && total > rows.length;
  return (
    <Surface title={title}>
      {!rows && <Skeleton height={14} width="70%" />}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {rows && rows.length > 0 && <ul className={classes.list}>{rows.map(render)}</ul>}
      {more && (
        <PathLink href={all} size="sm" className={classes.all}>
          {`${texts.showAll} ${formatNumber(total)}`}
        </PathLink>
      )}
    </Surface>
  );
}
