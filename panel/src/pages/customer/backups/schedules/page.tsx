import type { BackupSchedule } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { ResourceName } from '#resources/backups/resource-name.tsx';
import { useSchedules } from '#resources/backups/schedules/queries.ts';
import { RemoveSchedule } from '#resources/backups/schedules/remove-schedule.tsx';
import { ScheduleForm } from '#resources/backups/schedules/schedule-form.tsx';
import { ScheduleMenu } from '#resources/backups/schedules/schedule-menu.tsx';
import { ScheduleStatus } from '#resources/backups/schedules/schedule-status.tsx';
import { texts } from '#resources/backups/schedules/texts.ts';
import { tellTimetable } from '#resources/backups/schedules/timetable.ts';
import { texts as backupTexts } from '#resources/backups/texts.ts';
import { useMay } from '#session/place-context.tsx';
import { BackupTabs } from '../backup-tabs.tsx';

const COLUMNS: readonly Column<BackupSchedule>[] = [
  { key: 'of', title: texts.of, render: ({ resource }) => <ResourceName resource={resource} /> },
  { key: 'when', title: texts.when, width: 240, render: tellTimetable },
  {
    key: 'status',
    title: texts.status,
    width: 120,
    card: 'beside',
    render: (schedule) => <ScheduleStatus {...schedule} />,
  },
  { key: 'keep', title: texts.keep, width: 80, align: 'end', from: 'md', card: 'none', render: ({ keep }) => keep },
  {
    key: 'next',
    title: texts.next,
    width: 140,
    align: 'end',
    from: 'md',
    render: ({ next_run_at }) => <Moment at={next_run_at} />,
  },
];

const route = getRouteApi('/frame/backups/schedules');

export function SchedulesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const schedules = useSchedules(search);
  const [isCreating, setCreating] = useState(false);
  const [editing, setEditing] = useState<BackupSchedule | null>(null);
  const [removing, setRemoving] = useState<BackupSchedule | null>(null);
  const filtered = isFiltered(search);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const createButton = may('backups.write') && <Button onClick={() => setCreating(true)}>{texts.create}</Button>;
  return (
    <>
      <PageTitle title={backupTexts.title}>{(schedules.data?.data.length !== 0 || filtered) && createButton}</PageTitle>
      <BackupTabs />
      <Filters>
        <SearchField
          label={backupTexts.search}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
      </Filters>
      <DataTable
        label={texts.title}
        query={schedules}
        rows={schedules.data?.data}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        {...(may('backups.write') && {
          rowMenu: (schedule: BackupSchedule) => (
            <ScheduleMenu
              schedule={schedule}
              onEdit={() => setEditing(schedule)}
              onRemove={() => setRemoving(schedule)}
            />
          ),
        })}
        pager={{ meta: schedules.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={IconCalendarRepeat}
            text={texts.empty}
            call={{
              operation: 'backups.schedules.create',
              input: { hosting_id: 1, frequency: 'daily', time: '03:30' },
            }}
          >
            {createButton}
          </EmptyState>
        }
        noMatch={filtered && backupTexts.noMatch}
      />
      {isCreating && <ScheduleForm onClose={() => setCreating(false)} />}
      {editing && <ScheduleForm schedule={editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveSchedule schedule={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
