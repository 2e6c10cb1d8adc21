import { Alert, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AccountLink } from '#operator/account-link.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { StatusOf } from '#operator/resource-list.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Failure } from '#parts/failure.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { ReportButtons } from './buttons.tsx';
import { type Import, useImport, useLines } from './queries.ts';
import classes from './report.module.css';
import { KINDS, STATES, STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/import/$id');

/** The report of an import, line by line. */
export function ReportPage() {
  const id = Number(route.useParams().id);
  const found = useImport(id);
  if (found.error && !found.data) {
    return <Failure error={found.error} title={texts.notFound} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton height={400} />;
  return <Report row={found.data} />;
}

function Report({ row }: { row: Import }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const lines = useLines(row, search);
  const filters = { ...search, id: row.id };
  return (
    <>
      <Anchor component={Link} to="/operator/import" size="sm">
        {texts.title}
      </Anchor>
      <PageTitle
        title={row.name ?? texts.noName(row.id)}
        beside={<StatusOf statuses={STATUSES} status={row.status} />}
        description={`${KINDS[row.kind]} · ${texts.counts(row)}`}
      >
        <OperatorCode call={() => ({ path: '/imports/lines', query: filters })} />
        <CsvButton path="/imports/lines" filters={filters} />
        <ReportButtons row={row} />
      </PageTitle>
      <Problem row={row} onShow={(status) => change({ status })} />
      <ListFilters
        words={{ search: texts.searchLines, status: texts.anyState }}
        statuses={STATES}
        value={search}
        onChange={change}
      />
      <DataTable
        label={texts.report}
        query={lines}
        rows={lines.data?.data}
        rowKey={({ id }) => id}
        columns={[
          { key: 'reference', title: texts.reference, width: '22%', render: ({ reference }) => reference },
          {
            key: 'line',
            title: texts.line,
            width: 90,
            align: 'end',
            card: 'beside',
            render: ({ line }) => line,
          },
          {
            key: 'state',
            title: texts.result,
            width: 140,
            card: 'line',
            render: ({ state }) => <StatusOf statuses={STATES} status={state} />,
          },
          {
            key: 'message',
            title: texts.message,
            card: 'line',
            render: ({ message }) => message && <span className={classes.message}>{message}</span>,
          },
          {
            key: 'customer',
            title: texts.customer,
            width: '22%',
            card: 'line',
            render: ({ account_id, account_name }) =>
              account_id !== null && <AccountLink id={account_id} name={account_name} />,
          },
        ]}
        pager={{ meta: lines.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconListCheck} text={texts.noLines} />}
        noMatch={isFiltered(search) && texts.noLineMatch}
      />
    </>
  );
}

/** Explains why the import cannot be switched on, or is not complete. */
function Problem({ row, onShow }: { row: Import; onShow: (state: 'wrong' | 'failed') => void }) {
  const { wrong, failed, status } = row;
  if (status === 'checked' && wrong > 0) {
    return (
      <Warning
        title={texts.wrongTitle(wrong)}
        text={texts.wrongText}
        action={texts.showWrong}
        onShow={() => onShow('wrong')}
      />
    );
  }
  if (status !== 'active' || failed === 0) return null;
  return (
    <Warning
      title={texts.failedTitle(failed)}
      text={texts.failedText}
      action={texts.showFailed}
      onShow={() => onShow('failed')}
    />
  );
}

interface WarningProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onShow: () => void;
}

function Warning({ title, text, action, onShow }: WarningProps) {
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" variant="default" onClick={onShow}>
          {action}
        </Button>
      </Group>
    </Alert>
  );
}
