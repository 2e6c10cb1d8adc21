import type { Action } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { Status } from '../../../parts/status.tsx';
import { ACTIONS_LOOKED_THROUGH, useServerActions } from '../../../resources/servers/queries.ts';
import { ACTION_STATUSES, ACTIONS, texts } from '../../../resources/servers/texts.ts';

const route = getRouteApi('/frame/servers/$id/actions');

const COLUMNS: readonly Column<Action>[] = [
  { key: 'what', title: texts.what, width: 220, render: ({ type }) => ACTIONS[type] ?? type },
  {
    key: 'status',
    title: texts.status,
    width: 160,
    card: 'beside',
    render: (action) => <ActionStatus {...action} />,
  },
  { key: 'why', title: texts.why, render: ({ error }) => error && <span title={error.message}>{error.message}</span> },
  { key: 'took', title: texts.took, width: 90, align: 'end', from: 'md', card: 'none', render: tellDuration },
  {
    key: 'began',
    title: texts.began,
    width: 150,
    align: 'end',
    render: ({ created_at }) => <Moment at={created_at} />,
  },
];

export function ActionsTab() {
  const id = Number(route.useParams().id);
  const actions = useServerActions(id);
  return (
    <>
      <SectionTitle title={texts.actions} />
      <DataTable
        label={texts.actions}
        query={actions}
        rows={actions.data?.found}
        rowKey={(action) => action.id}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={IconHistory}
            text={texts.noActions}
            call={{ operation: 'hosting.restart', input: { id } }}
          />
        }
      />
      {actions.data?.isAll === false && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.actionsSearched(ACTIONS_LOOKED_THROUGH)}
        </Text>
      )}
    </>
  );
}

function ActionStatus({ status, progress }: Action) {
  const { label, tone } = ACTION_STATUSES[status];
  return (
    <Status tone={tone} busy={tone === 'wait'}>
      {status === 'running' ? `${label}, ${progress} %` : label}
    </Status>
  );
}

function tellDuration({ started_at, finished_at }: Action): string {
  if (!started_at || !finished_at) return '';
  const seconds = Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
  return seconds < 120 ? `${Math.max(seconds, 1)} s` : `${Math.round(seconds / 60)} min`;
}
