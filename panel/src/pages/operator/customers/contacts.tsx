import { Menu } from '@mantine/core';
import { IconKey, IconShieldOff, IconUserOff, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { OWNERS, useHasRole } from '#operator/me.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import { type PersonAction, PersonDialog } from './actions/person-dialog.tsx';
import type { AccountSummary, Contact } from './queries.ts';
import { texts } from './texts.ts';

const LOADED = { isPending: false, isFetching: false, error: null, refetch: () => undefined };

/** People of the account. Owners of the company help them back in. */
export function Contacts({ account }: { account: AccountSummary }) {
  const may = useHasRole();
  const [doing, setDoing] = useState<{ what: PersonAction; person: Contact } | null>(null);
  const menu = (person: Contact) => (
    <>
      <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setDoing({ what: 'reset', person })}>
        {texts.reset}
      </Menu.Item>
      <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => setDoing({ what: 'lift-factor', person })}>
        {texts.lift}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconUserOff size={16} />}
        onClick={() => setDoing({ what: 'disable', person })}
      >
        {texts.disable}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconUserX size={16} />} onClick={() => setDoing({ what: 'erase', person })}>
        {texts.erase}
      </Menu.Item>
    </>
  );
  return (
    <section aria-label={texts.contacts}>
      <SectionTitle title={texts.contacts} />
      <DataTable
        label={texts.contacts}
        query={LOADED}
        rows={account.contacts}
        rowKey={({ person_id }) => person_id}
        rowName={({ name }) => name}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'email', title: texts.email, card: 'line', render: ({ email }) => email },
          {
            key: 'role',
            title: texts.role,
            width: 110,
            card: 'beside',
            render: ({ role }) => texts.roleNames[role as keyof typeof texts.roleNames],
          },
        ]}
        {...(may(OWNERS) ? { rowMenu: menu } : {})}
        empty={texts.noContacts}
      />
      {doing && <PersonDialog what={doing.what} person={doing.person} onClose={() => setDoing(null)} />}
    </section>
  );
}
