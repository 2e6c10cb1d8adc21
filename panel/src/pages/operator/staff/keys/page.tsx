import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { OperatorList } from '#operator/operator-list.tsx';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { Moment } from '#parts/moment.tsx';
import { SecretBox } from '#parts/secret-box.tsx';
import { Status } from '#parts/status.tsx';
import { StaffSections } from '../sections.tsx';
import { ROLES } from '../texts.ts';
import { CreateKey } from './create-key.tsx';
import { type NewOperatorKey, type OperatorKey, useRevokeKey } from './queries.ts';
import { STATUSES, statusOf, texts } from './texts.ts';

const route = getRouteApi('/operator/staff/keys');

export function OperatorKeysPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<NewOperatorKey | null>(null);
  const [revoking, setRevoking] = useState<OperatorKey | null>(null);
  return (
    <>
      <OperatorList<OperatorKey, typeof search>
        title={texts.title}
        path="/operator-keys"
        resource="operator-keys"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        statuses={STATUSES}
        sections={<StaffSections />}
        rowName={({ name }) => name}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'key', title: texts.key, width: 170, render: ({ hint }) => <code>{t`svc_op_…${hint}`}</code> },
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
            render: ({ allowed_networks }) => allowed_networks.join(', ') || t`Any`,
          },
          {
            key: 'used',
            title: texts.used,
            width: 140,
            from: 'md',
            render: ({ last_used_at }) => <Moment at={last_used_at} never={texts.neverUsed} />,
          },
          {
            key: 'status',
            title: texts.status,
            width: 130,
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
        icon={IconKey}
        empty={texts.empty}
      >
        <Button onClick={() => setCreating(true)}>{texts.create}</Button>
      </OperatorList>
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
      title={t`Revoke ${name}`}
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
