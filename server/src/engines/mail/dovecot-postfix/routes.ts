import { inboxOf } from '#kernel/mail/address.ts';
import type { MailDomain } from '../driver.ts';

export interface Route {
  address: string;
  target: string;
  /** Target without the part after a plus. */
  base: string;
  domain: string;
}

export interface Sender {
  address: string;
  login: string;
}

/** Returns one step per address; a lookup follows all of them. `@example.com` is the catch-all. */
export function listRoutes({ mailboxes, aliases }: MailDomain): Route[] {
  return [
    ...mailboxes.flatMap(({ address, forwardTo, keepCopy }) => {
      const own = keepCopy || forwardTo.length === 0 ? [address] : [];
      return lead(address, [...own, ...forwardTo]);
    }),
    ...aliases.flatMap(({ address, to }) => lead(address.replace(/^\*/, ''), to)),
  ];
}

function lead(address: string, targets: readonly string[]): Route[] {
  return [...new Set(targets)].map((target) => ({
    address,
    target,
    base: inboxOf(target),
    domain: target.slice(target.lastIndexOf('@') + 1),
  }));
}

/** Returns which login may send with which address: a mailbox with its own, and with the aliases that lead to it. */
export function listSenders({ mailboxes, aliases, name }: MailDomain): Sender[] {
  const targets = new Map(aliases.map(({ address, to }) => [address, to]));
  const named = aliases.filter(({ address }) => address !== `*@${name}`);
  return [
    ...mailboxes.map(({ address }) => ({ address, login: address })),
    ...named.flatMap(({ address }) => followAliases(address, targets).map((login) => ({ address, login }))),
  ];
}

/** Follows an alias through others of its domain. A forward grants no address. */
function followAliases(address: string, targets: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set([address]);
  for (const next of reached) for (const target of targets.get(next) ?? []) reached.add(target);
  return [...reached].filter((login) => !targets.has(login));
}
