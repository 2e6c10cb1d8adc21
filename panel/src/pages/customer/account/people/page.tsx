import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { summariseScopes } from '#parts/scopes/scopes.ts';
import { Status } from '#parts/status.tsx';
import { useSession } from '#session/current.ts';
import { useMay, usePlace } from '#session/place-context.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { PRESETS } from './presets.ts';
import { type Entry, usePeople } from './queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { type Member, RightsDrawer } from './rights-drawer.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/frame/account/people');

export function PeoplePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { person } = useSession();
  const { account } = usePlace();
  const mayChange = useMay()('people');
  const { new: inviting = false, ...filters } = search;
  const invite = (open: boolean) => void navigate({ search: open ? { ...search, new: true } : filters, replace: true });
  const people = usePeople(filters);
  const [changing, setChanging] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Entry | null>(null);
  const rows = people.data?.data;
  return (
    <>
      <PageTitle title={texts.title} count={people.data?.meta.total ?? null}>
        {mayChange && (
          <Button data-real onClick={() => invite(true)}>
            {texts.invite}
          </Button>
        )}
      </PageTitle>
      <DataTable
        label={texts.title}
        query={people}
        rows={rows}
        rowKey={({ id, invitation_id }) => (id === null ? `invited-${invitation_id}` : id)}
        rowName={({ name, email }) => name || email}
        {...(mayChange ? { onOpen: (entry: Entry) => isMember(entry) && setChanging(entry) } : {})}
        columns={[
          {
            key: 'name',
            title: texts.name,
            render: (entry) => <Who entry={entry} own={entry.id === person.id} />,
          },
          { key: 'email', title: texts.email, render: ({ email, name }) => name !== '' && email },
          {
            key: 'rights',
            title: texts.rights,
            width: 150,
            card: 'beside',
            render: (entry) => summarise(entry, account.scopes),
          },
          {
            key: 'factor',
            title: texts.secondFactor,
            width: 130,
            from: 'lg',
            card: 'none',
            render: ({ second_factor: on, status }) =>
              status === 'active' && (
                <Status tone={on ? 'good' : 'idle'}>{on ? texts.secondFactorOn : texts.secondFactorOff}</Status>
              ),
          },
          {
            key: 'seen',
            title: texts.lastSeen,
            width: 140,
            from: 'md',
            render: ({ last_seen_at }) => <Moment at={last_seen_at} never={texts.never} />,
          },
        ]}
        rowMenu={
          mayChange
            ? (entry) => (
                <>
                  {isMember(entry) && <Menu.Item onClick={() => setChanging(entry)}>{texts.edit}</Menu.Item>}
                  <Menu.Item color="red" onClick={() => setRemoving(entry)}>
                    {entry.id === null ? texts.withdraw : entry.id === person.id ? texts.leave : texts.remove}
                  </Menu.Item>
                </>
              )
            : undefined
        }
        pager={{
          meta: people.data?.meta,
          onPage: (page) => void navigate({ search: (before) => changeSearch(before, { page }) }),
        }}
        empty={
          <Text p="xl" ta="center" c="dimmed">
            {texts.empty}
          </Text>
        }
      />
      <InviteDrawer opened={inviting} onClose={() => invite(false)} />
      <RightsDrawer member={changing} onClose={() => setChanging(null)} />
      <RemoveDialog entry={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function isMember(entry: Entry): entry is Member {
  return entry.id !== null;
}

function Who({ entry, own }: { entry: Entry; own: boolean }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text span inherit truncate>
        {entry.name || entry.email}
      </Text>
      {own && (
        <Badge color="gray" size="sm">
          {texts.you}
        </Badge>
      )}
      {entry.status === 'invited' && (
        <Badge color="amber" size="sm">
          {texts.invited}
        </Badge>
      )}
      {entry.ownership_offered && (
        <Badge color="amber" size="sm">
          {texts.offered}
        </Badge>
      )}
    </Group>
  );
}

function summarise({ role, scopes }: Entry, all: readonly string[]): string {
  if (role === 'owner') return texts.roles.owner;
  return scopes.length === 0 ? texts.nothing : summariseScopes(scopes, all, PRESETS);
}
