import { t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLink } from '#operator/account-link.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Facts } from '#parts/facts.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { type PublicCancellation, useCancellations } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/cancellations');

export function CancellationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filters = { ...search };
  const cancellations = useCancellations(filters);
  const [opened, setOpened] = useState<PublicCancellation | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={cancellations.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/cancellations', query: filters })} />
        <CsvButton path="/cancellations" filters={filters} />
      </PageTitle>
      <ListFilters
        words={{ search: texts.search, status: texts.anyResult }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      />
      <DataTable
        label={texts.title}
        query={cancellations}
        rows={cancellations.data?.data}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        columns={[
          { key: 'name', title: texts.sender, render: ({ name }) => name },
          { key: 'contract', title: texts.contract, card: 'line', render: ({ contract }) => contract },
          {
            key: 'kind',
            title: texts.kind,
            width: 130,
            from: 'md',
            card: 'none',
            render: ({ kind }) => texts.kinds[kind],
          },
          {
            key: 'customer',
            title: texts.customer,
            from: 'lg',
            card: 'none',
            render: ({ account_name }) => account_name,
          },
          { key: 'result', title: texts.result, width: 210, card: 'line', render: ResultOf },
          {
            key: 'received',
            title: texts.received,
            width: 150,
            card: 'beside',
            render: ({ received_at }) => <Moment at={received_at} />,
          },
        ]}
        pager={{ meta: cancellations.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconDoorExit} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      <CancellationDrawer cancellation={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function ResultOf({ outcome, objected_at }: PublicCancellation) {
  const { label = '', tone = 'idle' } = STATUSES[objected_at ? 'objected' : (outcome ?? 'open')] ?? {};
  return <Status tone={tone}>{label}</Status>;
}

interface CancellationDrawerProps {
  readonly cancellation: PublicCancellation | null;
  readonly onClose: () => void;
}

function CancellationDrawer({ cancellation, onClose }: CancellationDrawerProps) {
  return (
    <Drawer
      opened={cancellation !== null}
      onClose={onClose}
      title={cancellation ? `${texts.kinds[cancellation.kind]} ${cancellation.id}` : texts.title}
    >
      {cancellation && (
        <Facts
          facts={[
            [texts.result, <ResultOf key="result" {...cancellation} />],
            [texts.sender, cancellation.name],
            [texts.email, <Copyable key="email" value={cancellation.email} what={t`e-mail address`} />],
            [texts.contract, cancellation.contract],
            [
              texts.customer,
              cancellation.account_id !== null && (
                <AccountLink key="account" id={cancellation.account_id} name={cancellation.account_name} />
              ),
            ],
            [
              texts.subscription,
              cancellation.subscription_id !== null && (
                <Anchor
                  key="subscription"
                  inherit
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/operator/subscriptions"
                      search={{ subscription: String(cancellation.subscription_id) }}
                    />
                  )}
                >
                  {texts.subscription} {cancellation.subscription_id}
                </Anchor>
              ),
            ],
            [texts.received, <Moment key="received" at={cancellation.received_at} exact />],
            [texts.wishedEnd, cancellation.wished_end],
            [texts.reason, cancellation.reason],
            [
              texts.objectUntil,
              cancellation.object_until && <Moment key="until" at={cancellation.object_until} exact />,
            ],
            [texts.objected, cancellation.objected_at && <Moment key="objected" at={cancellation.objected_at} exact />],
          ]}
        />
      )}
    </Drawer>
  );
}
