import { domainToASCII } from 'node:url';

const MAX_LENGTH = 253;
/** Names of records may hold underscores (`_dmarc`), names of hosts may not. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DIGITS = /^\d+$/;

/**
 * The whole name of a record, without the dot at the end; undefined where it is none, or outside the domain. What ends
 * in the domain is taken as whole, everything else is relative to it. Without a domain only the spelling is checked.
 */
export function parseRecordName(text: string, domain: string | undefined): string | undefined {
  if (text === '@') return domain ?? '@';
  const isWhole = text.endsWith('.');
  const labels = toAsciiLabels(isWhole ? text.slice(0, -1) : text);
  const own = labels[0] === '*' ? labels.slice(1) : labels;
  if (!own.every((label) => LABEL.test(label)) || labels.length === 0) return undefined;
  const name = labels.join('.');
  if (domain === undefined) return isName(name) ? name : undefined;
  const isInside = name === domain || name.endsWith(`.${domain}`);
  if (isWhole && !isInside) return undefined;
  const whole = isInside ? name : `${name}.${domain}`;
  return isName(whole) ? whole : undefined;
}

/** `www` of `www.example.com`; `@` for the domain itself. */
export function toRelativeName(name: string, domain: string): string {
  return name === domain ? '@' : name.slice(0, -domain.length - 1);
}

/**
 * Where a record leads, as a zone file has it: absolute, with the dot. A single word is a name of the domain; anything
 * longer is taken as whole, because that is what people mean, dot or no dot. Undefined where it is no host name.
 */
export function parseTarget(text: string, domain: string, { underscores = false } = {}): string | undefined {
  if (text === '@') return `${domain}.`;
  const isWhole = text.endsWith('.');
  const labels = toAsciiLabels(isWhole ? text.slice(0, -1) : text);
  const pattern = underscores ? LABEL : HOST_LABEL;
  const last = labels.at(-1);
  // An address is no host name, though its digits could be labels.
  if (last === undefined || DIGITS.test(last) || !labels.every((label) => pattern.test(label))) return undefined;
  const name = labels.length === 1 && !isWhole ? `${last}.${domain}` : labels.join('.');
  return isName(name) ? `${name}.` : undefined;
}

function isName(name: string): boolean {
  return name.length <= MAX_LENGTH;
}

/** Label by label, because a whole name could be read as more than a name: as an address, or with an escape in it. */
function toAsciiLabels(text: string): string[] {
  return text.split('.').map((label) => (isAscii(label) ? label.toLowerCase() : domainToASCII(label)));
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
