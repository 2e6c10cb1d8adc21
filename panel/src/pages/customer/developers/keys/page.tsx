import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Menu, Text } from '@mantine/core';
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Sandbox } from '#parts/sandbox.ts';
import { summariseScopes } from '#parts/scopes/scopes.ts';
import { Status } from '#parts/status.tsx';
import { usePlace } from '#session/place-context.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { KeyMade } from './key-made.tsx';
import { type Key, type NewKey, useKeys, useRevokeKey } from './queries.ts';
import { RollKey } from './roll-key.tsx';
import { ENVIRONMENTS, STATUSES, texts } from './texts.ts';

type Doing = { what: 'create' } | { what: 'roll' | 'revoke'; key: Key } | null;

const route = getRouteApi('/frame/developers/keys');

export function KeysPage() {
  const { page, new: asked = false, key: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const { account } = usePlace();
  const keys = useKeys(page);
  const [doing, setDoing] = useState<Doing>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const [chosen, setChosen] = useState<Key | null>(null);
  const opened = chosen ?? keys.data?.data.find(({ id }) => id === wanted) ?? null;
  /** Removes the form and the open key from the address. */
  const settle = () => {
    if (asked || wanted) void navigate({ search: page ? { page } : {}, replace: true });
  };
  const stop = () => {
    setDoing(null);
    settle();
  };
  const close = () => {
    setChosen(null);
    settle();
  };
  const show = (key: NewKey) => {
    stop();
    setMade(key);
  };
  const button = (
    <Button data-real onClick={() => setDoing({ what: 'create' })}>
      {texts.create}
    </Button>
  );
  return (
    <Sandbox value={false}>
      <PageTitle title={texts.title} count={keys.data?.meta.total ?? null}>
        {keys.data?.meta.total !== 0 && button}
      </PageTitle>
      <DataTable
        label={t`Keys`}
        query={keys}
        rows={keys.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={columnsFor(account.scopes)}
        onOpen={setChosen}
        rowMenu={(key) => <KeyMenu apiKey={key} onChoose={(what) => setDoing({ what, key })} />}
        pager={{ meta: keys.data?.meta, onPage: (next) => void navigate({ search: { page: next } }) }}
        empty={
          <EmptyState icon={IconKey} text={texts.empty} call={{ operation: 'auth.me' }}>
            {button}
          </EmptyState>
        }
      />
      <CreateKey opened={doing?.what === 'create' || (asked && doing === null)} onClose={stop} onCreated={show} />
      {doing?.what === 'roll' && <RollKey apiKey={doing.key} onClose={stop} onRolled={show} />}
      {doing?.what === 'revoke' && <RevokeKey apiKey={doing.key} onClose={stop} />}
      <KeyDrawer apiKey={opened} onClose={close} />
      <KeyMade made={made} onClose={() => setMade(null)} />
    </Sandbox>
  );
}

function columnsFor(scopes: readonly string[]): readonly Column<Key>[] {
  return [
    { key: 'name', title: texts.name, render: ({ name }) => name },
    {
      key: 'key',
      title: t`Key`,
      width: 170,
      render: ({ prefix, hint }) => <code>{`${prefix}…${hint}`}</code>,
    },
    {
      key: 'environment',
      title: texts.environment,
      width: 110,
      from: 'md',
      render: ({ environment }) => (
        <Badge color={environment === 'test' ? 'amber' : 'gray'}>{ENVIRONMENTS[environment]}</Badge>
      ),
    },
    {
      key: 'scopes',
      title: texts.scopes,
      width: 120,
      from: 'md',
      render: (key) => summariseScopes(key.scopes, scopes),
    },
    {
      key: 'by',
      title: t`Created by`,
      width: 150,
      from: 'lg',
      render: ({ created_by }) =>
        created_by?.name ?? (
          <Text span c="dimmed" inherit>
            <Trans>Support</Trans>
          </Text>
        ),
    },
    {
      key: 'used',
      title: t`Last used`,
      width: 140,
      render: ({ last_used_at }) => <Moment at={last_used_at} never={t`Never used`} />,
    },
    {
      key: 'status',
      title: t`Status`,
      width: 140,
      card: 'beside',
      render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
    },
  ];
}

function KeyMenu({ apiKey, onChoose }: { apiKey: Key; onChoose: (what: 'roll' | 'revoke') => void }) {
  const over = apiKey.status === 'revoked' || apiKey.status === 'expired';
  return (
    <>
      <Menu.Item disabled={over} leftSection={<IconRefresh size={16} />} onClick={() => onChoose('roll')}>
        {texts.roll}
      </Menu.Item>
      <Menu.Item disabled={over} color="red" leftSection={<IconTrash size={16} />} onClick={() => onChoose('revoke')}>
        {texts.revoke}
      </Menu.Item>
    </>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const revoke = useRevokeKey();
  return (
    <ConfirmByName
      opened
      title={`${texts.revoke} ${apiKey.name}`}
      name={apiKey.name}
      action={texts.revoke}
      pending={revoke.isPending}
      error={revoke.error}
      real
      onClose={onClose}
      onConfirm={() => revoke.mutate(apiKey.id, { onSuccess: onClose })}
    >
      {texts.revokeText}
    </ConfirmByName>
  );
}
