import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { translateReturned } from '#locales/returned.ts';
import { AccountSelect } from '#operator/account-select.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { OperationsSections } from '../sections.tsx';
import { useFailures, useRetry } from './queries.ts';
import { KINDS, texts } from './texts.ts';

const route = getRouteApi('/operator/operations/failures');
const OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

export function FailuresPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const failures = useFailures(search);
  const retry = useRetry();
  return (
    <>
      <PageTitle title={texts.title} count={failures.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/failures', query: search })} />
        <CsvButton path="/failures" filters={search} />
      </PageTitle>
      <OperationsSections />
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <FilterSelect
          label={texts.anyKind}
          value={search.kind}
          options={OPTIONS}
          onChange={(kind) => change({ kind })}
        />
        <AccountSelect label={texts.account} value={search.account} onChange={(account) => change({ account })} />
      </Filters>
      <DataTable
        label={texts.title}
        query={failures}
        rows={failures.data?.data}
        rowKey={({ position }) => position}
        rowName={({ what }) => what}
        columns={[
          { key: 'what', title: texts.what, render: ({ what }) => what },
          {
            key: 'kind',
            title: texts.kind,
            width: 150,
            from: 'md',
            card: 'none',
            render: ({ kind }) => KINDS[kind],
          },
          { key: 'reason', title: texts.reason, card: 'line', render: ({ reason }) => reason },
          { key: 'at', title: texts.at, width: 130, card: 'line', render: (row) => <Moment at={row.failed_at} /> },
          {
            key: 'retry',
            title: '',
            width: 144,
            card: 'beside',
            render: (failure) => (
              <Button
                size="xs"
                variant="default"
                disabled={!failure.retryable}
                title={failure.retryable ? undefined : failure.retry}
                loading={retry.isPending && retry.variables?.position === failure.position}
                onClick={() =>
                  retry.mutate(failure, {
                    onSuccess: ({ done }) => notifications.show({ message: translateReturned(done) }),
                  })
                }
              >
                {texts.retry}
              </Button>
            ),
          },
        ]}
        pager={{ meta: failures.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconCircleCheck} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.nothingFound}
      />
    </>
  );
}
