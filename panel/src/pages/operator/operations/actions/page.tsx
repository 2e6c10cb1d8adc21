import { Button, Menu, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconFilter, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { translateReturned as translate } from '#locales/returned.ts';
import { AccountSelect } from '#operator/account-select.tsx';
import { BulkActions } from '#operator/bulk-actions.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useSelection } from '#operator/selection.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { OperationsSections } from '../sections.tsx';
import { ActionDrawer } from './action-drawer.tsx';
import { ConfirmCancel, ConfirmRetryAll } from './confirmations.tsx';
import { type StaffAction, toFilters, useActions, useRetryAction } from './queries.ts';
import { CHOICES, STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/operations/actions');
const TYPING_MS = 300;

export function ActionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const open = (action: string | undefined) =>
    void navigate({ search: (before) => changeSearch(before, { action, page: before.page }) });
  const actions = useActions(search);
  const mayAct = useHasRole()(MACHINES);
  const chosen = useSelection(actions.data?.data);
  const [cancelling, setCancelling] = useState<StaffAction | null>(null);
  const [error, setError] = useState<string | null>(null);
  const retry = useRetryAction();
  const start = ({ id }: StaffAction) =>
    retry.mutate(id, { onSuccess: ({ done }) => notifications.show({ message: done }) });
  const { action: _, ...filters } = search;
  return (
    <>
      <PageTitle title={texts.title} count={actions.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/actions', query: toFilters(search) })} />
        <CsvButton path="/actions" filters={toFilters(search)} />
        {mayAct && search.error && (
          <Button leftSection={<IconRefresh size={16} />} onClick={() => setError(search.error ?? null)}>
            {texts.retryAll}
          </Button>
        )}
      </PageTitle>
      <OperationsSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={CHOICES}
        value={search}
        onChange={change}
      >
        <AccountSelect label={texts.account} value={search.account} onChange={(account) => change({ account })} />
        {mayAct && (
          <BulkActions
            items={chosen.rows.map(({ id, type, account_name }) => ({ id, name: `${type}: ${account_name}` }))}
            actions={[{ label: texts.retry, path: '/actions/retry' }]}
            touches={['actions', 'failures', 'jobs', 'today']}
            onDone={chosen.clear}
          />
        )}
        <RecordField value={search.record} onChange={(record) => change({ record })} />
        {search.error && (
          <Button
            variant="light"
            color="gray"
            rightSection={<IconX size={14} />}
            aria-label={texts.clearError}
            maw={320}
            onClick={() => change({ error: undefined })}
          >
            <Text truncate size="sm">
              {translate(search.error)}
            </Text>
          </Button>
        )}
      </ListFilters>
      <DataTable
        label={texts.title}
        query={actions}
        rows={actions.data?.data}
        rowKey={({ id }) => id}
        rowName={({ id, type }) => `${type} ${id}`}
        onOpen={({ id }) => open(String(id))}
        {...(mayAct ? { selection: chosen.selection } : {})}
        columns={[
          { key: 'type', title: texts.type, width: 150, render: ({ type }) => type },
          {
            key: 'record',
            title: texts.record,
            width: 116,
            from: 'lg',
            card: 'none',
            render: ({ resource_type, resource_id }) => `${resource_type} ${resource_id}`,
          },
          { key: 'account', title: texts.account, card: 'line', render: ({ account_name }) => account_name },
          {
            key: 'error',
            title: texts.error,
            from: 'md',
            card: 'none',
            render: ({ error_message, waiting_since, calls }) =>
              translate(error_message ?? (waiting_since === null ? '' : (calls.at(-1)?.message ?? ''))) || null,
          },
          {
            key: 'status',
            title: texts.status,
            width: 148,
            card: 'beside',
            render: ({ status }) => (
              <Status tone={STATUSES[status].tone} busy={status === 'running'}>
                {STATUSES[status].label}
              </Status>
            ),
          },
          {
            key: 'age',
            title: texts.age,
            sortBy: 'created_at',
            width: 130,
            card: 'line',
            render: (row) => <Moment at={row.created_at} />,
          },
          ...(mayAct
            ? [
                {
                  key: 'retry',
                  title: '',
                  width: 90,
                  card: 'line' as const,
                  render: (action: StaffAction) =>
                    action.retryable && (
                      <Button
                        size="compact-sm"
                        variant="light"
                        loading={retry.isPending && retry.variables === action.id}
                        onClick={() => start(action)}
                      >
                        {texts.retry}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
        {...(mayAct && {
          rowMenu: (action: StaffAction) => (
            <>
              <Menu.Item
                leftSection={<IconFilter size={16} />}
                disabled={action.error_message === null}
                onClick={() => change({ error: action.error_message ?? undefined, status: 'unresolved' })}
              >
                {texts.sameError}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconX size={16} />}
                disabled={!action.cancellable}
                onClick={() => setCancelling(action)}
              >
                {texts.cancel}
              </Menu.Item>
            </>
          ),
        })}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: actions.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconPlayerPlay} text={texts.empty} />}
        noMatch={isFiltered(filters) && texts.nothingFound}
      />
      <ActionDrawer
        id={search.action}
        mayAct={mayAct}
        retrying={retry.isPending}
        onRetry={start}
        onRetryAll={setError}
        onCancel={setCancelling}
        onClose={() => open(undefined)}
      />
      {cancelling && <ConfirmCancel action={cancelling} onClose={() => setCancelling(null)} />}
      {error && <ConfirmRetryAll error={error} onClose={() => setError(null)} />}
    </>
  );
}

function RecordField({ value = '', onChange }: { value?: string | undefined; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [invalid, setInvalid] = useState(false);
  const tell = useDebouncedCallback((text: string) => {
    const isComplete = text === '' || /^[a-z_]+ \d+$/.test(text);
    setInvalid(!isComplete);
    if (isComplete) onChange(text);
  }, TYPING_MS);
  return (
    <TextInput
      aria-label={texts.recordFilter}
      placeholder={texts.recordFilter}
      value={typed}
      error={invalid}
      maxLength={60}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value.trim());
      }}
    />
  );
}
