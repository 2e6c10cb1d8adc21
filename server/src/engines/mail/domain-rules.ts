import { createPrivateKey } from 'node:crypto';
import { readMailAddress } from '#kernel/mail/address.ts';
import { EngineError } from '../engine.ts';
import { LOCAL_PART, type MailboxSpec, type MailDomain, MOST_ADDRESSES, MOST_TARGETS } from './driver.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)+(?=.*[a-z])${LABEL}$`);
const SELECTOR = new RegExp(`^(?=.{1,63}$)${LABEL}$`);
const HASH =
  /^\{(?:ARGON2ID\}\$argon2id\$v=19\$m=(\d{1,5}),t=\d{1,2},p=\d\$|BLF-CRYPT\}\$2[aby]\$\d\d\$)[\w+/.=$-]{20,200}$/;
const MOST_HASH_MEMORY_KB = 65_536;
const MOST_QUOTA_MB = 2 ** 24;
const MOST_RECIPIENTS = 1_000_000;

export function checkMailDomainName(name: string): void {
  if (!DOMAIN.test(name)) refuse(`"${name}" is not a domain name.`);
}

/** Checks rules of every mail server before a driver is called, so that all drivers accept the same domains. */
export function checkMailDomain({ name, mailboxes, aliases, dkim }: MailDomain): void {
  checkMailDomainName(name);
  if (mailboxes.length > MOST_ADDRESSES) refuse(`${name} has more than ${MOST_ADDRESSES} mailboxes.`);
  if (aliases.length > MOST_ADDRESSES) refuse(`${name} has more than ${MOST_ADDRESSES} aliases.`);
  const seen = new Set<string>();
  for (const { address } of [...mailboxes, ...aliases]) {
    if (seen.has(address)) refuse(`The address ${address} is there twice.`);
    seen.add(address);
  }
  for (const mailbox of mailboxes) checkMailbox(mailbox, name);
  for (const { address, to } of aliases) {
    if (address !== `*@${name}`) checkAddress(address, name);
    if (to.length === 0) refuse(`The alias ${address} leads nowhere.`);
    checkTargets(address, to);
  }
  if (dkim) checkDkim(dkim);
}

function checkMailbox(mailbox: MailboxSpec, domain: string): void {
  const { address, quotaMb, maxRecipientsPerHour, passwordHash, forwardTo } = mailbox;
  checkAddress(address, domain);
  checkTargets(address, forwardTo);
  if (!isWithin(quotaMb, 1, MOST_QUOTA_MB)) refuse(`The quota of ${address} is not from 1 to ${MOST_QUOTA_MB} MB.`);
  if (!isWithin(maxRecipientsPerHour, 0, MOST_RECIPIENTS)) {
    refuse(`The recipients an hour of ${address} are not from 0 to ${MOST_RECIPIENTS}.`);
  }
  const [hash, memoryKb = '0'] = HASH.exec(passwordHash) ?? [];
  if (hash === undefined || Number(memoryKb) > MOST_HASH_MEMORY_KB) {
    refuse(`The password of ${address} is not a hash that the mail server knows.`);
  }
}

function checkAddress(address: string, domain: string): void {
  const at = address.lastIndexOf('@');
  if (!LOCAL_PART.test(address.slice(0, at))) refuse(`"${address}" is not an address that can be had here.`);
  if (address.slice(at + 1) !== domain) refuse(`The address ${address} is outside the domain ${domain}.`);
}

function checkTargets(address: string, targets: readonly string[]): void {
  if (targets.length > MOST_TARGETS) refuse(`${address} leads to more than ${MOST_TARGETS} addresses.`);
  const wrong = targets.find((target) => readMailAddress(target) !== target);
  if (wrong !== undefined) refuse(`${address} leads to "${wrong}", which is not an address.`);
}

function checkDkim({ selector, privateKey }: NonNullable<MailDomain['dkim']>): void {
  if (!SELECTOR.test(selector)) refuse(`"${selector}" is not a selector of DKIM.`);
  if (readKeyType(privateKey) !== 'rsa') refuse('The key of DKIM is not an RSA key in PEM.');
}

function readKeyType(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyType;
  } catch {
    return undefined;
  }
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function refuse(message: string): never {
  throw new EngineError('refused', message);
}
