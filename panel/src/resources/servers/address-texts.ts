import { t } from '@lingui/core/macro';

export const addressTexts = {
  title: t`Addresses`,
  text: t`IP addresses of this server. A reverse name is the host name that others see for an address.`,
  address: t`Address`,
  kind: t`Kind`,
  kinds: { primary: t`Primary`, extra: t`Extra` },
  reverse: t`Reverse name`,
  noReverse: t`none`,
  none: t`This server has no address yet.`,
  add: t`Add address`,
  addTitle: t`Add an IPv4 address`,
  addText: (price: string) =>
    t`The address costs ${price} per calendar month. It is billed after each month, by the second, until you remove it.`,
  addTaxed: (price: string) => t`${price} including tax`,
  addUntaxed: (price: string) => t`${price} plus tax`,
  addHint: t`The address is on a network interface of its own. Configure the interface inside the server, with a route of its own to the gateway.`,
  most: (count: number, max: number) => t`This server has ${count} of ${max} extra addresses.`,
  notAdded: t`The address was not added`,
  remove: t`Remove`,
  removeTitle: (address: string) => t`Remove ${address}?`,
  removeText: t`The server loses the address, and its reverse name is reset. You pay for it until now.`,
  notRemoved: t`The address was not removed`,
  edit: t`Edit reverse name`,
  editTitle: (address: string) => t`Reverse name of ${address}`,
  editText: (address: string) =>
    t`The name must resolve to ${address} first. Add the record to your domain, and wait until it is visible.`,
  nameHint: t`A host name, like mail.example.com. Leave it empty to remove the reverse name.`,
  notChanged: t`The reverse name was not changed`,
  save: t`Save`,
};
