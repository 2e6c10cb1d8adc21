import { t } from '@lingui/core/macro';
import { Button, Paper, Skeleton, Stack } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Pager } from '#parts/data-table/pager.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Failure } from '#parts/failure.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { NoMatch } from '#parts/no-match.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { BillingSections } from '../sections.tsx';
import { BankLineRow } from './bank-line.tsx';
import { ImportStatement } from './import-statement.tsx';
import { useBankLines } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/bank');
const PER_PAGE = 10;

/** Bank lines side by side with the invoices they may pay. */
export function BankPage() {
  const { line: _, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filters = { ...search, status: search.status ?? 'waiting' };
  const lines = useBankLines({ ...filters, per_page: PER_PAGE });
  const [importing, setImporting] = useState(false);
  return (
    <>
      <PageTitle title={texts.title} count={lines.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/payments/lines', query: filters })} />
        <CsvButton path="/payments/lines" filters={filters} />
        <Button onClick={() => setImporting(true)}>{texts.import}</Button>
      </PageTitle>
      <BillingSections />
      <ListFilters
        words={{ search: texts.search, status: texts.waiting }}
        statuses={texts.statuses}
        value={search}
        onChange={change}
      />
      {lines.error && !lines.data ? (
        <Failure error={lines.error} title={t`Bank lines could not be loaded`} onRetry={() => void lines.refetch()} />
      ) : !lines.data ? (
        <Stack gap="sm">
          <Skeleton height={120} />
          <Skeleton height={120} />
        </Stack>
      ) : lines.data.data.length === 0 ? (
        <Paper withBorder>
          {isFiltered(search) ? (
            <NoMatch text={texts.noMatch} />
          ) : (
            <EmptyState icon={IconBuildingBank} text={texts.empty} />
          )}
        </Paper>
      ) : (
        <section aria-label={texts.lines}>
          {lines.data.data.map((line) => (
            <BankLineRow key={line.id} line={line} />
          ))}
        </section>
      )}
      <Pager meta={lines.data?.meta} onPage={(page) => change({ page })} />
      {importing && <ImportStatement onClose={() => setImporting(false)} />}
    </>
  );
}
