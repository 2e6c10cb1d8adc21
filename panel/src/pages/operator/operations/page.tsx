import { Paper, Skeleton, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { MACHINES, MONEY_READERS, RETRIERS, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Moment } from '#parts/moment.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import classes from './page.module.css';
import { useQueue, useTotal } from './queries.ts';
import { OperationsSections } from './sections.tsx';
import { texts } from './texts.ts';

export function OperationsPage() {
  const has = useHasRole();
  const readsMail = has(MONEY_READERS);
  const retries = has(RETRIERS);
  const failed = useTotal('/failures', {}, retries);
  const running = useTotal('/actions', { status: 'running' });
  const queued = useTotal('/actions', { status: 'queued' });
  const givenUp = useTotal('/mails', { status: 'given_up' }, readsMail);
  const failing = useTotal('/webhooks', { failing: 'true' });
  const actions = '/operator/operations/actions';
  return (
    <>
      <PageTitle title={texts.title} description={texts.description}>
        {has(MACHINES) && <OperatorCode call={() => ({ path: '/jobs' })} />}
      </PageTitle>
      <OperationsSections />
      <div className={classes.tiles}>
        {retries && <Tile label={texts.failures} count={failed} bad link={{ to: '/operator/operations/failures' }} />}
        <Tile label={texts.running} count={running} link={{ to: actions, search: { status: 'running' } }} />
        <Tile label={texts.queued} count={queued} link={{ to: actions, search: { status: 'queued' } }} />
        {readsMail && (
          <Tile
            label={texts.givenUp}
            count={givenUp}
            bad
            link={{ to: '/operator/operations/mails', search: { status: 'given_up' } }}
          />
        )}
        <Tile
          label={texts.failing}
          count={failing}
          bad
          link={{ to: '/operator/operations/webhooks', search: { failing: 'true' } }}
        />
      </div>
      {has(MACHINES) && <Queue />}
    </>
  );
}

interface TileProps {
  readonly label: string;
  readonly count: number | undefined;
  /** A number above 0 needs attention. */
  readonly bad?: boolean;
  readonly link: LinkProps;
}

function Tile({ label, count, bad = false, link }: TileProps) {
  return (
    <Paper
      withBorder
      className={classes.tile}
      renderRoot={(props) => <Link {...link} {...props} />}
      aria-label={`${label}: ${count ?? '…'}`}
    >
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {count === undefined ? (
        <Skeleton width={40} height={24} my={4} />
      ) : (
        <div className={classes.number} data-bad={(bad && count > 0) || undefined}>
          {formatNumber(count)}
        </div>
      )}
    </Paper>
  );
}

function Queue() {
  const queue = useQueue();
  return (
    <>
      <SectionTitle title={texts.queue} description={texts.queueText} />
      <DataTable
        label={texts.queue}
        query={queue}
        rows={queue.data?.data}
        rowKey={({ lane, kind }) => `${lane} ${kind}`}
        columns={[
          { key: 'kind', title: texts.kind, render: ({ kind }) => kind },
          { key: 'lane', title: texts.lane, width: 140, from: 'md', card: 'none', render: ({ lane }) => lane },
          {
            key: 'running',
            title: texts.runningJobs,
            width: 100,
            align: 'end',
            card: 'line',
            render: ({ running }) => formatNumber(running),
          },
          {
            key: 'waiting',
            title: texts.waiting,
            width: 100,
            align: 'end',
            card: 'line',
            render: ({ waiting }) => formatNumber(waiting),
          },
          {
            key: 'later',
            title: texts.later,
            width: 100,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ later }) => formatNumber(later),
          },
          {
            key: 'oldest',
            title: texts.oldest,
            width: 190,
            card: 'beside',
            render: ({ oldest_due_at }) => <Moment at={oldest_due_at} />,
          },
        ]}
        empty={<EmptyState icon={IconStack2} text={texts.queueEmpty} />}
      />
    </>
  );
}
