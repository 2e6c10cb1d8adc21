export const addressTexts = {
  title: 'Addresses',
  text: 'IP addresses of this server. A reverse name is the host name that others see for an address.',
  address: 'Address',
  kind: 'Kind',
  kinds: { primary: 'Primary', extra: 'Extra' },
  reverse: 'Reverse name',
  noReverse: 'none',
  none: 'This server has no address yet.',
  edit: 'Edit reverse name',
  editTitle: (address: string) => `Reverse name of ${address}`,
  editText: (address: string) =>
    `The name must resolve to ${address} first. Add the record to your domain, and wait until it is visible.`,
  nameHint: 'A host name, like mail.example.com. Leave it empty to remove the reverse name.',
  notChanged: 'The reverse name was not changed',
  save: 'Save',
};
