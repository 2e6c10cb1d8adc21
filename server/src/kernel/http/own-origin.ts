import { isIP } from 'node:net';
import { contains, parseNetwork } from '../net/networks.ts';

/** Settings that decide where the panel is. */
export interface OwnAddress {
  readonly publicUrl: string | undefined;
  readonly host: string;
}

const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseNetwork);

/**
 * Returns the origin of the panel. Returns undefined if no public URL is configured and the Host header is not local,
 * because anyone can choose that header.
 */
export function findOwnOrigin({ publicUrl, host: ownHost }: OwnAddress, host: string | undefined): string | undefined {
  if (publicUrl) return new URL(publicUrl).origin;
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (!url) return undefined;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const isOurs = name === 'localhost' || name === ownHost || (isIP(name) !== 0 && contains(LOOPBACK, name));
  return isOurs ? url.origin : undefined;
}
