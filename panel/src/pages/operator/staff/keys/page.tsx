import { Button, Menu } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { SecretBox } from '#parts/secret-box.tsx';
import { Status } from '#parts/status.tsx';
import { StaffSections } from '../sections.tsx';
import { ROLES } from '../texts.ts';
import { CreateKey } from './create-key.tsx';
import { type NewOperatorKey, type OperatorKey, useOperatorKeys, useRevokeKey } from './queries.ts';
import { STATUSES, statusOf, texts } from './texts.ts';

const route = getRouteApi('/operator/staff/keys');

export function OperatorKeysPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: changeSearch(search, next) });
  const keys = useOperatorKeys(search);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<NewOperatorKey | null>(null);
  const [revoking, setRevoking] = useState<OperatorKey | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={keys.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/operator-keys', query: { ...search } })} />
        <CsvButton path="/operator-keys" filters={search} />
        <Button onClick={() => setCreating(true)}>{texts.create}</Button>
      </PageTitle>
      <StaffSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      />
      <DataTable
        label={texts.title}
        query={keys}
        rows={keys.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'key', title: texts.key, width: '170px', render: ({ hint }) => <code>{`svc_op_…${hint}`}</code> },
          {
            key: 'roles',
            title: texts.roles,
            card: 'line',
            render: ({ roles }) => roles.map((role) => ROLES[role].label).join(', '),
          },
          {
            key: 'networks',
            title: texts.networks,
            from: 'lg',
            card: 'none',
            render: ({ allowed_networks }) => allowed_networks.join(', ') || 'Any',
          },
          {
            key: 'used',
            title: texts.used,
            width: '140px',
            from: 'md',
            render: ({ last_used_at }) => <Moment at={last_used_at} never={texts.neverUsed} />,
          },
          {
            key: 'status',
            title: texts.status,
            width: '130px',
            card: 'beside',
            render: (key) => {
              const { tone, label } = STATUSES[statusOf(key)];
              return <Status tone={tone}>{label}</Status>;
            },
          },
        ]}
        rowMenu={(key) => (
          <Menu.Item
            color="red"
            disabled={statusOf(key) !== 'active'}
            leftSection={<IconTrash size={16} />}
            onClick={() => setRevoking(key)}
          >
            {texts.revoke}
          </Menu.Item>
        )}
        pager={{ meta: keys.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconKey} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.nothingFound}
      />
      <CreateKey
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={(key) => {
          setCreating(false);
          setMade(key);
        }}
      />
      <SecretBox
        opened={made !== null}
        title={texts.made}
        secrets={made ? [{ label: texts.key, value: made.key, variable: 'HOSTLER_OPERATOR_KEY' }] : []}
        whenLost={texts.whenLost}
        fileName="operator-key.env"
        onClose={() => setMade(null)}
      />
      {revoking && <RevokeKey operatorKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function RevokeKey({ operatorKey: { id, name }, onClose }: { operatorKey: OperatorKey; onClose: () => void }) {
  const revoke = useRevokeKey();
  return (
    <ConfirmByName
      opened
      title={`Revoke ${name}`}
      name={name}
      action={texts.revoke}
      pending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate(id, { onSuccess: onClose })}
    >
      {texts.revokeText}
    </ConfirmByName>
  );
}
