import type { MonitoringCheck } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconActivityHeartbeat } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { formatDuration } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { texts as monitoringTexts } from '#resources/monitoring/texts.ts';
import { useMay } from '#session/place-context.tsx';
import { MonitoringTabs } from '../monitoring-tabs.tsx';
import { formatUptime } from './bars.ts';
import { CheckDrawer } from './check-drawer.tsx';
import { CheckForm } from './check-form.tsx';
import { CheckMenu } from './check-menu.tsx';
import { CheckStatus } from './check-status.tsx';
import { DayBars } from './day-bars.tsx';
import { useChecks } from './queries.ts';
import { RemoveCheck } from './remove-check.tsx';
import { STATUSES, texts } from './texts.ts';

const COLUMNS: readonly Column<MonitoringCheck>[] = [
  {
    key: 'name',
    title: texts.name,
    sortBy: 'name',
    width: '18%',
    render: ({ name }) => <span title={name}>{name}</span>,
  },
  { key: 'target', title: t`Target`, from: 'lg', render: ({ target }) => <span title={target}>{target}</span> },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 140,
    card: 'beside',
    render: (check) => <CheckStatus {...check} />,
  },
  {
    key: 'response',
    title: texts.response,
    width: 100,
    align: 'end',
    from: 'md',
    card: 'none',
    render: ({ response_ms }) => (response_ms === null ? '–' : formatDuration(response_ms)),
  },
  { key: 'day', title: texts.day, width: 210, render: (check) => <DayBars check={check} /> },
  {
    key: 'uptime',
    title: texts.uptime,
    width: 112,
    align: 'end',
    render: ({ uptime_24h }) => (uptime_24h === null ? '–' : formatUptime(uptime_24h)),
  },
];

const route = getRouteApi('/frame/monitoring/checks');

type Doing = { what: 'edit' | 'remove'; check: MonitoringCheck };

export function ChecksPage() {
  const { check: opened, new: isAdding, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const checks = useChecks(filters);
  const [doing, setDoing] = useState<Doing | null>(null);
  const mayWrite = may('hosting.write');
  const filtered = isFiltered(filters);
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const leave = () => void navigate({ search: filters, resetScroll: false });
  const stop = () => setDoing(null);
  const button = mayWrite && (
    <Button onClick={() => void navigate({ search: { ...filters, new: true } })}>{texts.add}</Button>
  );
  return (
    <>
      <PageTitle title={monitoringTexts.title}>{(checks.data?.data.length !== 0 || filtered) && button}</PageTitle>
      <MonitoringTabs />
      <ListFilters words={texts} statuses={STATUSES} value={filters} onChange={change} />
      <DataTable
        label={texts.title}
        query={checks}
        rows={checks.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => void navigate({ search: { ...filters, check: id }, resetScroll: false })}
        columns={COLUMNS}
        {...(mayWrite && {
          rowMenu: (check: MonitoringCheck) => (
            <CheckMenu
              check={check}
              onEdit={() => setDoing({ what: 'edit', check })}
              onRemove={() => setDoing({ what: 'remove', check })}
            />
          ),
        })}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: checks.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={IconActivityHeartbeat}
            text={texts.empty}
            call={{ operation: 'monitoring.checks.list', input: { status: 'down' } }}
          >
            {button}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      {opened !== undefined && !doing && (
        <CheckDrawer id={opened} onClose={leave} onEdit={(check) => setDoing({ what: 'edit', check })} />
      )}
      {isAdding && mayWrite && <CheckForm onClose={leave} />}
      {doing?.what === 'edit' && <CheckForm check={doing.check} onClose={stop} />}
      {doing?.what === 'remove' && <RemoveCheck check={doing.check} onClose={stop} onRemoved={stop} />}
    </>
  );
}
