import { isIP } from 'node:net';
import type { ErrorDetail } from '../errors.ts';
import { isLoopbackAddress, isPublicAddress, readMeantAddress } from './address.ts';
import { fieldErrors } from './errors.ts';
import { contains, type Network } from './networks.ts';

/** Networks this installation may send to, besides the public ones, and exceptions from all of them. */
export interface TargetPolicy {
  /** HOSTLER_WEBHOOK_DENY_NETWORKS; takes precedence over everything else. */
  readonly deniedNetworks: readonly Network[];
  /** HOSTLER_WEBHOOK_ALLOW_NETWORKS. */
  readonly allowedNetworks: readonly Network[];
  /** Only in demo mode, so that a trial on one machine needs no setting. */
  readonly allowLoopback: boolean;
  /** Refuses every other address. */
  readonly onlyLoopback?: boolean;
}

/** Ports that browsers refuse, too (WHATWG Fetch, "bad port"): a POST could be made to speak their protocols. */
const OTHER_PROTOCOLS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const MAX_URL_LENGTH = 2_048;
/** Longest possible host name, and a port. */
const MAX_PLACE_LENGTH = 260;

export function isAllowedAddress(address: string, policy: TargetPolicy): boolean {
  if (policy.onlyLoopback) return isLoopbackAddress(address);
  if (contains(policy.deniedNetworks, readMeantAddress(address))) return false;
  return (
    isPublicAddress(address) ||
    contains(policy.allowedNetworks, address) ||
    (policy.allowLoopback && isLoopbackAddress(address))
  );
}

/**
 * Returns the host of a URL if it is an address. WHATWG parsing has already converted `0x7f.1`, `017700000001` and the
 * like.
 */
function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * Returns the error in a target URL, as the rest of a sentence that begins with the field name ("must begin with …"),
 * or undefined. Checks the text only; addresses are checked when the connection is made. So registration reveals
 * nothing about names: an internal one is accepted like an unknown one.
 */
export function checkTargetUrl(text: string, policy: TargetPolicy): string | undefined {
  if (text.length > MAX_URL_LENGTH) return fieldErrors.url_too_long.template;
  // The URL parser would silently drop or convert these. The stored URL must be what was written.
  if (/[\s\\\p{Cc}]/u.test(text)) return fieldErrors.url_with_spaces.template;
  if (!/^https?:\/\/[^/]/i.test(text)) return fieldErrors.url_not_http.template;
  const url = URL.parse(text);
  if (!url) return fieldErrors.not_a_url.template;
  if (url.username || url.password) return fieldErrors.url_with_credentials.template;
  if (url.port === '0' || OTHER_PROTOCOLS.has(Number(url.port))) return fieldErrors.port_not_allowed.template;
  return checkHost(url.hostname, policy);
}

function checkHost(hostname: string, policy: TargetPolicy): string | undefined {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isAllowedAddress(literal, policy) ? undefined : TARGET_REFUSED;
  return isLocalName(hostname) && !isAllowedAddress('127.0.0.1', policy) ? TARGET_REFUSED : undefined;
}

/** A host and a port for a connection without data. */
export interface Place {
  /** As in a URL: an address in canonical notation, with brackets for IPv6. */
  readonly hostname: string;
  readonly port: number;
}

/** Parses `host:port` or `[address]:port`. The URL parser converts `0x7f.1` and the like to the real address. */
export function readPlace(text: string): Place | undefined {
  const [, host, port] = /^([^\s\\\p{Cc}:/?#@[\]]+|\[[0-9a-f:.]+\]):(\d{1,5})$/iu.exec(text) ?? [];
  const hostname = host === undefined ? undefined : URL.parse(`http://${host}/`)?.hostname;
  if (!hostname || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { hostname, port: Number(port) };
}

/** Like `checkTargetUrl`, for `host:port`. Allows any port, because a bare connection speaks no protocol. */
export function checkTargetPlace(text: string, policy: TargetPolicy): string | undefined {
  const place = text.length > MAX_PLACE_LENGTH ? undefined : readPlace(text);
  return place ? checkHost(place.hostname, policy) : fieldErrors.not_host_and_port.template;
}

const TARGET_REFUSED = fieldErrors.target_not_public.template;

/** Returns the detail of an error that `checkTargetUrl` or `checkTargetPlace` returned. */
export function describeTarget(field: string, problem: string): ErrorDetail {
  const make = Object.values(fieldErrors).find(({ template }) => template === problem);
  return make ? make(field) : { field, message: problem };
}

/**
 * Returns whether a name is `localhost` or below it. That is this machine (RFC 6761), whatever a name server returns.
 */
export function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
