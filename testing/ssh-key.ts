import { randomBytes } from 'node:crypto';

const TYPE = 'ssh-ed25519';

/** Returns a new public key in OpenSSH format. Nobody has its private half. */
export function createSshKey(comment = ''): string {
  const blob = Buffer.concat([sized(Buffer.from(TYPE)), sized(randomBytes(32))]).toString('base64');
  return comment === '' ? `${TYPE} ${blob}` : `${TYPE} ${blob} ${comment}`;
}

function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
