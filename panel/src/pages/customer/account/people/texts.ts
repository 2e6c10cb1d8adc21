export const texts = {
  title: 'People',
  invite: 'Invite',
  inviteTitle: 'Invite a person',
  inviteText: 'They receive an e-mail with a link that works once and expires in 7 days.',
  send: 'Send invitation',
  sent: (email: string) => `Invitation sent to ${email}.`,
  email: 'E-mail',
  role: 'Role',
  roles: { owner: 'Owner', member: 'Member' },
  roleHints: {
    owner: 'Full access, including people and API keys. Every account has at least one owner.',
    member: 'Has only the permissions that you select here.',
  },
  ownerOffer: 'A member becomes an owner after accepting the offer.',
  rights: 'Permissions',
  mayKeys: 'Can create API keys',
  mayKeysHint: 'A key has at most the permissions of its creator. It is revoked when they leave the account.',
  name: 'Name',
  secondFactor: 'Second factor',
  secondFactorOn: 'On',
  secondFactorOff: 'Off',
  lastSeen: 'Last seen',
  never: 'never',
  you: 'you',
  invited: 'Invited',
  offered: 'Ownership offered',
  everything: 'Everything',
  nothing: 'Nothing',
  edit: 'Change permissions',
  remove: 'Remove from account',
  withdraw: 'Withdraw invitation',
  leave: 'Leave account',
  save: 'Save',
  cancel: 'Cancel',
  notSaved: 'The permissions were not changed',
  notSent: 'The invitation was not sent',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'They lose access to this account immediately, including in pages they have open.',
  keysEnd: (count: number) =>
    count === 0
      ? 'They have created no API keys.'
      : count === 1
        ? 'This API key of theirs is revoked too:'
        : `These ${count} API keys of theirs are revoked too:`,
  withdrawTitle: (email: string) => `Withdraw the invitation to ${email}?`,
  withdrawText: 'The link in the e-mail stops working.',
  removed: (name: string, keys: number) =>
    keys === 0
      ? `${name} was removed.`
      : `${name} was removed and ${keys === 1 ? '1 key was' : `${keys} keys were`} revoked.`,
  empty: 'There are no more people.',
  presets: { read: 'Read-only', all: 'Everything', billing: 'Billing', technical: 'Technical' },
  presetHints: {
    read: 'Can view everything and change nothing.',
    all: 'Can view and change everything except people.',
    billing: 'Invoices and tickets.',
    technical: 'Servers, domains, databases and backups, without billing.',
  },
};
