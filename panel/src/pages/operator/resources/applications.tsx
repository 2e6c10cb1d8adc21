import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OwnedApplication } from '#operator/generated/types.gen.ts';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { PathLink } from '#operator/path-link.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { customerColumn, ResourceList, statusColumn } from '#operator/resource-list.tsx';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { STATUSES } from '#resources/applications/texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/applications');

export function ApplicationsPage() {
  const navigate = route.useNavigate();
  const may = useHasRole()(MACHINES);
  const [removed, setRemoved] = useState<OwnedApplication | null>(null);
  const stop = () => setRemoved(null);
  const remove = useOperatorMutation((id: number) => operatorApi.post('/applications/remove', {}, { query: { id } }), {
    touches: ['applications'],
    onSuccess: stop,
  });
  return (
    <>
      <ResourceList<OwnedApplication, ReturnType<typeof route.useSearch>>
        title={t`Applications`}
        path="/applications"
        resource="applications"
        search={route.useSearch()}
        onSearch={(search) => void navigate({ search })}
        searchLabel={t`Search by application or URL`}
        statuses={STATUSES}
        rowName={({ name, id }) => `${name} ${id}`}
        columns={[
          { key: 'name', title: t`Application`, render: ({ name, version }) => `${name} ${version}` },
          customerColumn(),
          statusColumn(STATUSES),
          { key: 'url', title: 'URL', from: 'md', card: 'line', render: ({ url, error }) => error ?? url },
          {
            key: 'server',
            title: t`Server`,
            from: 'lg',
            card: 'none',
            render: ({ hosting_id, hostname }) =>
              hostname === null ? (
                texts.deleted
              ) : (
                <PathLink inherit href={`/operator/servers/${hosting_id}`}>
                  {hostname}
                </PathLink>
              ),
          },
        ]}
        rowMenu={
          may
            ? (application) => (
                <Menu.Item color="red" onClick={() => setRemoved(application)}>
                  {texts.remove}
                </Menu.Item>
              )
            : undefined
        }
        bulk={
          may
            ? [
                {
                  label: texts.remove,
                  path: '/applications/remove',
                  text: texts.removeApplicationText,
                  destructive: true,
                },
              ]
            : undefined
        }
        icon={IconApps}
        empty={t`No customer has installed an application yet.`}
      />
      {removed && (
        <ConfirmByName
          opened
          title={texts.removeApplication}
          name={removed.slug}
          action={texts.removeApplication}
          pending={remove.isPending}
          onClose={stop}
          onConfirm={() => remove.mutate(removed.id)}
        >
          {texts.removeApplicationText}
        </ConfirmByName>
      )}
    </>
  );
}
