import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Vault } from '../crypto.ts';

/** Bodies below this size are stored uncompressed: they hardly shrink, and most are small. */
const PACKED_FROM = 4 * 1024;
const PACKED = 'deflate:';
/** The fastest compression level: it runs inside a transaction, and JSON compresses well at any. */
const LEVEL = 1;

/** Encodes a body for storage: compressed if large, encrypted if it contains a secret. */
export function packBody(body: string, vault: Vault | undefined): string {
  const packed = body.length < PACKED_FROM ? body : PACKED + deflateRawSync(body, { level: LEVEL }).toString('base64');
  return vault ? vault.seal(packed) : packed;
}

/** Decodes a stored body. A body is JSON, so it cannot begin with the marker of a compressed one. */
export function unpackBody(kept: string, vault: Vault | undefined): string {
  const packed = vault ? vault.open(kept) : kept;
  if (!packed.startsWith(PACKED)) return packed;
  return inflateRawSync(Buffer.from(packed.slice(PACKED.length), 'base64')).toString();
}
