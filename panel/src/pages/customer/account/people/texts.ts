import { plural, t } from '@lingui/core/macro';

export const texts = {
  title: t`People`,
  invite: t`Invite`,
  inviteTitle: t`Invite a person`,
  inviteText: t`They receive an e-mail with a link that works once and expires in 7 days.`,
  send: t`Send invitation`,
  sent: (email: string) => t`Invitation sent to ${email}.`,
  email: t`E-mail`,
  role: t`Role`,
  roles: { owner: t`Owner`, member: t`Member` },
  roleHints: {
    owner: t`Full access, including people and API keys. Every account has at least one owner.`,
    member: t`Has only the permissions that you select here.`,
  },
  ownerOffer: t`A member becomes an owner after accepting the offer.`,
  rights: t`Permissions`,
  mayKeys: t`Can create API keys`,
  mayKeysHint: t`A key has at most the permissions of its creator. It is revoked when they leave the account.`,
  name: t`Name`,
  secondFactor: t`Second factor`,
  secondFactorOn: t`On`,
  secondFactorOff: t`Off`,
  lastSeen: t`Last seen`,
  never: t`never`,
  you: t`you`,
  invited: t`Invited`,
  offered: t`Ownership offered`,
  everything: t`Everything`,
  nothing: t`Nothing`,
  edit: t`Change permissions`,
  remove: t`Remove from account`,
  withdraw: t`Withdraw invitation`,
  leave: t`Leave account`,
  save: t`Save`,
  cancel: t`Cancel`,
  notSaved: t`The permissions were not changed`,
  notSent: t`The invitation was not sent`,
  removeTitle: (name: string) => t`Remove ${name}?`,
  removeText: t`They lose access to this account immediately, including in pages they have open.`,
  keysEnd: (count: number) =>
    count === 0
      ? t`They have created no API keys.`
      : plural(count, {
          one: 'This API key of theirs is revoked too:',
          other: 'These # API keys of theirs are revoked too:',
        }),
  withdrawTitle: (email: string) => t`Withdraw the invitation to ${email}?`,
  withdrawText: t`The link in the e-mail stops working.`,
  removed: (name: string, keys: number) =>
    keys === 0
      ? t`${name} was removed.`
      : t`${name} was removed and ${plural(keys, { one: '# key was', other: '# keys were' })} revoked.`,
  empty: t`There are no more people.`,
  presets: { read: t`Read-only`, all: t`Everything`, billing: t`Billing`, technical: t`Technical` },
  presetHints: {
    read: t`Can view everything and change nothing.`,
    all: t`Can view and change everything except people.`,
    billing: t`Invoices and tickets.`,
    technical: t`Servers, domains, databases and backups, without billing.`,
  },
};
