import { Button, Menu } from '@mantine/core';
import { IconEdit, IconUserOff, IconUserShield } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { OperatorList } from '#operator/operator-list.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { Moment } from '#parts/moment.tsx';
import { Status } from '#parts/status.tsx';
import { AddStaff } from './add-staff.tsx';
import { EditStaff } from './edit-staff.tsx';
import { type StaffMember, useDisableStaff } from './queries.ts';
import { StaffSections } from './sections.tsx';
import { ROLES, STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/staff');

type Doing = { what: 'add' } | { what: 'edit' | 'disable'; member: StaffMember } | null;

export function StaffPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [doing, setDoing] = useState<Doing>(null);
  const stop = () => setDoing(null);
  return (
    <>
      <OperatorList<StaffMember, typeof search>
        title={texts.title}
        path="/staff"
        resource="staff"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        statuses={STATUSES}
        sections={<StaffSections />}
        rowName={({ email }) => email}
        onOpen={(member) => setDoing({ what: 'edit', member })}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'email', title: texts.email, card: 'line', render: ({ email }) => email },
          {
            key: 'roles',
            title: texts.roles,
            card: 'line',
            render: ({ roles }) => roles.map((role) => ROLES[role].label).join(', '),
          },
          {
            key: 'status',
            title: texts.status,
            width: 140,
            card: 'beside',
            render: ({ disabled_at }) => {
              const { tone, label } = STATUSES[disabled_at === null ? 'active' : 'disabled'];
              return <Status tone={tone}>{label}</Status>;
            },
          },
          {
            key: 'since',
            title: texts.since,
            width: 150,
            from: 'lg',
            card: 'none',
            render: ({ created_at }) => <Moment at={created_at} />,
          },
        ]}
        rowMenu={(member) => (
          <>
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => setDoing({ what: 'edit', member })}>
              {texts.edit}
            </Menu.Item>
            <Menu.Item
              color="red"
              disabled={member.disabled_at !== null}
              leftSection={<IconUserOff size={16} />}
              onClick={() => setDoing({ what: 'disable', member })}
            >
              {texts.disable}
            </Menu.Item>
          </>
        )}
        icon={IconUserShield}
        empty={texts.empty}
      >
        <Button onClick={() => setDoing({ what: 'add' })}>{texts.add}</Button>
      </OperatorList>
      <AddStaff opened={doing?.what === 'add'} onClose={stop} />
      {doing?.what === 'edit' && <EditStaff member={doing.member} onClose={stop} />}
      {doing?.what === 'disable' && <DisableStaff member={doing.member} onClose={stop} />}
    </>
  );
}

function DisableStaff({ member: { id, name }, onClose }: { member: StaffMember; onClose: () => void }) {
  const disable = useDisableStaff();
  return (
    <Confirm
      opened
      title={`${texts.disable} ${name}?`}
      text={texts.disableText}
      action={texts.disable}
      destructive
      pending={disable.isPending}
      onClose={onClose}
      onConfirm={() => disable.mutate(id, { onSettled: onClose })}
    />
  );
}
