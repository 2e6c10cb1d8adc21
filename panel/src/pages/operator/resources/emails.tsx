import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OwnedMailbox } from '#operator/generated/types.gen.ts';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';
import { customerColumn, ResourceList, statusColumn } from '#operator/resource-list.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { formatBytes } from '#parts/numbers.ts';
import { MAILBOX_STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/emails');

type Verb = 'suspend' | 'resume' | 'remove';

export function EmailsPage() {
  const navigate = route.useNavigate();
  const may = useHasRole()(MACHINES);
  const [doing, setDoing] = useState<{ verb: Verb; mailbox: OwnedMailbox } | null>(null);
  const stop = () => setDoing(null);
  const change = useOperatorMutation(
    ({ verb, id }: { verb: Verb; id: number }) => operatorApi.post(`/emails/${verb}`, {}, { query: { id } }),
    { touches: ['emails'], onSuccess: stop },
  );
  return (
    <>
      <ResourceList<OwnedMailbox, ReturnType<typeof route.useSearch>>
        title={t`Mailboxes`}
        path="/emails"
        resource="emails"
        search={route.useSearch()}
        onSearch={(search) => void navigate({ search })}
        searchLabel={t`Search by address or alias`}
        statuses={MAILBOX_STATUSES}
        rowName={({ address }) => address}
        columns={[
          { key: 'address', title: t`Address`, render: ({ address }) => address },
          customerColumn(),
          statusColumn(MAILBOX_STATUSES),
          {
            key: 'used',
            title: t`Used`,
            width: 160,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ used_mb, quota_mb }) =>
              t`${formatBytes(used_mb * 1024 ** 2)} of ${formatBytes(quota_mb * 1024 ** 2)}`,
          },
        ]}
        rowMenu={
          may
            ? (mailbox) => (
                <>
                  {mailbox.status === 'active' ? (
                    <Menu.Item onClick={() => setDoing({ verb: 'suspend', mailbox })}>{texts.suspend}</Menu.Item>
                  ) : (
                    <Menu.Item onClick={() => change.mutate({ verb: 'resume', id: mailbox.id })}>
                      {texts.resume}
                    </Menu.Item>
                  )}
                  <Menu.Item color="red" onClick={() => setDoing({ verb: 'remove', mailbox })}>
                    {texts.remove}
                  </Menu.Item>
                </>
              )
            : undefined
        }
        bulk={
          may
            ? [
                { label: texts.suspend, path: '/emails/suspend', text: texts.suspendText, destructive: true },
                { label: texts.resume, path: '/emails/resume' },
              ]
            : undefined
        }
        icon={IconMail}
        empty={t`No customer has created a mailbox yet.`}
      />
      {doing?.verb === 'suspend' && (
        <Confirm
          opened
          title={t`Suspend ${doing.mailbox.address}?`}
          text={texts.suspendText}
          action={texts.suspend}
          destructive
          pending={change.isPending}
          onClose={stop}
          onConfirm={() => change.mutate({ verb: 'suspend', id: doing.mailbox.id })}
        />
      )}
      {doing?.verb === 'remove' && (
        <ConfirmByName
          opened
          title={texts.removeMailbox}
          name={doing.mailbox.address}
          action={texts.removeMailbox}
          pending={change.isPending}
          onClose={stop}
          onConfirm={() => change.mutate({ verb: 'remove', id: doing.mailbox.id })}
        >
          {texts.removeMailboxText}
        </ConfirmByName>
      )}
    </>
  );
}
