import { Alert, Button, Select } from '@mantine/core';
import { IconCalendarEvent, IconRefresh } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLink } from '#operator/account-link.tsx';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Facts } from '#parts/facts.tsx';
import { Filters } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Money } from '#parts/money.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { type ForecastLine, MONEY_RESOURCES, useForecast } from '../queries.ts';
import { BillingSections } from '../sections.tsx';
import { texts as common } from '../texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/forecast');
const TIMES = Object.entries(texts.times).map(([value, label]) => ({ value, label }));
TIMES.sort((a, b) => (Number(a.value) || 0) - (Number(b.value) || 0));

type Numbered = ForecastLine & { readonly place: number };

/** Tasks of the next billing run, line by line with the reason for each amount. */
export function ForecastPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filters = { days: search.days, page: search.page };
  const forecast = useForecast(filters);
  const [running, setRunning] = useState(false);
  const [opened, setOpened] = useState<ForecastLine | null>(null);
  const lines = forecast.data?.data.map((line, place): Numbered => ({ ...line, place }));
  const notes = lines?.filter(({ state }) => state === 'held' || state === 'more');
  return (
    <>
      <PageTitle title={texts.title} count={forecast.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/billing/forecast', query: filters })} />
        <CsvButton path="/billing/forecast" filters={filters} />
        <Button onClick={() => setRunning(true)}>{texts.run}</Button>
      </PageTitle>
      <BillingSections />
      <Filters>
        <Select
          aria-label={texts.when}
          data={TIMES}
          value={search.days ?? 'next'}
          allowDeselect={false}
          onChange={(days) => change({ days: days === 'next' ? undefined : (days ?? undefined) })}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={forecast.isFetching}
          onClick={() => void forecast.refetch()}
        >
          {texts.refresh}
        </Button>
      </Filters>
      {notes?.map(({ state, what }) => (
        <Alert key={what} color="yellow" mb="md" title={state === 'held' ? texts.held : texts.more}>
          {what}
        </Alert>
      ))}
      <DataTable
        label={texts.tasks}
        query={forecast}
        rows={lines?.filter(({ state }) => state === 'done' || state === 'failed')}
        rowKey={({ place }) => place}
        onOpen={setOpened}
        columns={[
          {
            key: 'what',
            title: texts.what,
            render: ({ what, state }) =>
              state === 'failed' ? <Status tone="bad">{`${texts.failed}: ${what}`}</Status> : what,
          },
          { key: 'customer', title: common.customer, card: 'line', render: ({ account_name }) => account_name },
          {
            key: 'step',
            title: texts.step,
            width: 160,
            from: 'lg',
            card: 'none',
            render: ({ step }) => texts.steps[step] ?? step,
          },
          { key: 'reason', title: texts.why, from: 'md', card: 'line', render: ({ reason }) => reason },
          {
            key: 'amount',
            title: common.amount,
            width: 130,
            align: 'end',
            card: 'beside',
            render: ({ amount, currency }) =>
              amount !== null && currency !== null ? <Money amount={amount} currency={currency} /> : null,
          },
        ]}
        pager={{ meta: forecast.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconCalendarEvent} text={texts.empty} />}
      />
      <TaskDrawer line={opened} onClose={() => setOpened(null)} />
      {running && (
        <CommandDialog<readonly { state: string }[]>
          title={texts.runTitle}
          text={texts.runText}
          path="/billing/run"
          action={texts.run}
          touches={[...MONEY_RESOURCES]}
          done={(done) =>
            texts.ran(
              done.filter(({ state }) => state === 'done').length,
              done.filter(({ state }) => state === 'failed').length,
            )
          }
          onClose={() => setRunning(false)}
        />
      )}
    </>
  );
}

/** Shows a task with its whole reason. */
function TaskDrawer({ line, onClose }: { line: ForecastLine | null; onClose: () => void }) {
  return (
    <Drawer opened={line !== null} onClose={onClose} title={texts.task}>
      {line && (
        <Facts
          facts={[
            [texts.what, line.what],
            [
              common.customer,
              line.account_id !== null && <AccountLink key="account" id={line.account_id} name={line.account_name} />,
            ],
            [texts.step, texts.steps[line.step] ?? line.step],
            [
              common.amount,
              line.amount !== null && line.currency !== null && (
                <Money key="amount" amount={line.amount} currency={line.currency} />
              ),
            ],
            [texts.why, line.reason],
          ]}
        />
      )}
    </Drawer>
  );
}
