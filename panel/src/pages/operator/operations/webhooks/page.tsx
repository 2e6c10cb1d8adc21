import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlayerPlay, IconPlayerStop, IconRefresh, IconWebhook } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { BulkActions } from '#operator/bulk-actions.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useSelection } from '#operator/selection.ts';
import { Confirm } from '#parts/confirm.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { OperationsSections } from '../sections.tsx';
import { type StaffWebhook, TOUCHED, useWebhookChange, useWebhooks } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/operations/webhooks');

export function WebhooksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const webhooks = useWebhooks(search);
  const chosen = useSelection(webhooks.data?.data);
  const mayAct = useHasRole()(MACHINES);
  const redeliver = useWebhookChange('redeliver');
  const enable = useWebhookChange('enable');
  const [disabling, setDisabling] = useState<StaffWebhook | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={webhooks.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/webhooks', query: search })} />
        <CsvButton path="/webhooks" filters={search} />
      </PageTitle>
      <OperationsSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      >
        <FilterSelect
          label={texts.failingFilter}
          value={search.failing}
          options={[{ value: 'true', label: texts.failingOnly }]}
          onChange={(failing) => change({ failing })}
        />
        <AccountSelect label={texts.account} value={search.account} onChange={(account) => change({ account })} />
        <BulkActions
          items={chosen.rows.map(({ id, url }) => ({ id, name: url }))}
          actions={[
            { label: texts.redeliver, path: '/webhooks/redeliver' },
            { label: texts.enable, path: '/webhooks/enable' },
            { label: texts.disable, path: '/webhooks/disable', text: texts.disableText, destructive: true },
          ]}
          touches={TOUCHED}
          onDone={chosen.clear}
        />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={webhooks}
        rows={webhooks.data?.data}
        rowKey={({ id }) => id}
        rowName={({ url }) => url}
        columns={[
          { key: 'url', title: texts.url, render: ({ url }) => url },
          { key: 'account', title: texts.account, width: '18%', card: 'line', render: (row) => row.account_name },
          {
            key: 'last',
            title: texts.last,
            width: '18%',
            from: 'lg',
            card: 'none',
            render: describeLast,
          },
          {
            key: 'failing',
            title: texts.failingSince,
            width: 140,
            from: 'md',
            card: 'none',
            render: ({ failing_since }) => <Moment at={failing_since} />,
          },
          {
            key: 'pending',
            title: texts.pending,
            width: 90,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ pending_deliveries }) => formatNumber(pending_deliveries),
          },
          {
            key: 'status',
            title: texts.status,
            width: 120,
            card: 'beside',
            render: ({ status, failing_since }) =>
              status === 'active' && failing_since !== null ? (
                <Status tone="bad">{texts.failing}</Status>
              ) : (
                <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>
              ),
          },
        ]}
        {...(mayAct && {
          selection: chosen.selection,
          rowMenu: (webhook: StaffWebhook) => (
            <>
              <Menu.Item
                leftSection={<IconRefresh size={16} />}
                disabled={webhook.status !== 'active'}
                onClick={() =>
                  redeliver.mutate(webhook.id, {
                    onSuccess: () => notifications.show({ message: texts.redelivered }),
                  })
                }
              >
                {texts.redeliver}
              </Menu.Item>
              {webhook.status === 'disabled' ? (
                <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => enable.mutate(webhook.id)}>
                  {texts.enable}
                </Menu.Item>
              ) : (
                <Menu.Item
                  color="red"
                  leftSection={<IconPlayerStop size={16} />}
                  disabled={webhook.status !== 'active'}
                  onClick={() => setDisabling(webhook)}
                >
                  {texts.disable}
                </Menu.Item>
              )}
            </>
          ),
        })}
        pager={{ meta: webhooks.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconWebhook} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.nothingFound}
      />
      {disabling && <DisableWebhook webhook={disabling} onClose={() => setDisabling(null)} />}
    </>
  );
}

function describeLast({ failing_since, last_status, last_error }: StaffWebhook): string | null {
  if (failing_since === null) return null;
  if (last_status !== null) return texts.answered(last_status);
  return last_error ?? texts.noResponse;
}

function DisableWebhook({ webhook: { id }, onClose }: { webhook: StaffWebhook; onClose: () => void }) {
  const disable = useWebhookChange('disable');
  return (
    <Confirm
      opened
      title={texts.disableTitle}
      text={texts.disableText}
      action={texts.disable}
      destructive
      pending={disable.isPending}
      onClose={onClose}
      onConfirm={() => disable.mutate(id, { onSettled: onClose })}
    />
  );
}
