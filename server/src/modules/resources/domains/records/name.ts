import { domainToASCII } from 'node:url';

const MAX_LENGTH = 253;
/** Record names may contain underscores (`_dmarc`), host names may not. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DIGITS = /^\d+$/;

/**
 * Returns the full name of a record without the final dot. Undefined if it is invalid or outside the domain. A name
 * that ends in the domain is absolute, all others are relative. Without a domain only the spelling is checked.
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

/** Returns `www` for `www.example.com`, and `@` for the domain itself. */
export function toRelativeName(name: string, domain: string): string {
  return name === domain ? '@' : name.slice(0, -domain.length - 1);
}

/**
 * Returns the target of a record as an absolute name with the final dot. A single label is relative to the domain.
 * Longer names are absolute, with or without a dot, because that is what people mean. Undefined if it is no host name.
 */
export function parseTarget(text: string, domain: string, { underscores = false } = {}): string | undefined {
  if (text === '@') return `${domain}.`;
  const isWhole = text.endsWith('.');
  const labels = toAsciiLabels(isWhole ? text.slice(0, -1) : text);
  const pattern = underscores ? LABEL : HOST_LABEL;
  const last = labels.at(-1);
  // An IP address is no host name, although its digits could be labels.
  if (last === undefined || DIGITS.test(last) || !labels.every((label) => pattern.test(label))) return undefined;
  const name = labels.length === 1 && !isWhole ? `${last}.${domain}` : labels.join('.');
  return isName(name) ? `${name}.` : undefined;
}

function isName(name: string): boolean {
  return name.length <= MAX_LENGTH;
}

/** Converts label by label, because a whole name could be parsed as an address or with escapes. */
function toAsciiLabels(text: string): string[] {
  return text.split('.').map((label) => (isAscii(label) ? label.toLowerCase() : domainToASCII(label)));
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
