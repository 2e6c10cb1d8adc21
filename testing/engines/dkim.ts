import { createHash, createPublicKey, verify } from 'node:crypto';

/** Verifies the first DKIM signature of a message (relaxed/simple) with this key; returns its domain and selector. */
export function verifyDkim(raw: string, publicKey: Buffer): { domain: string; selector: string; valid: boolean } {
  const split = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, split)
    .replace(/\r\n(?=[ \t])/g, '\n')
    .split('\r\n');
  const body = `${raw.slice(split + 4).replace(/(\r\n)*$/, '')}\r\n`;
  const signature = headers.find((header) => /^dkim-signature:/i.test(header)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map(
        (tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')] as const,
      ),
  );
  const bodyHash = createHash('sha256').update(body).digest('base64');
  const left = headers.toReversed();
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const at = left.findIndex((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return at < 0 ? [] : left.splice(at, 1).map((header) => `${relax(header)}\r\n`);
  });
  const text = signed.join('') + relax(signature.replace(/(\bb=)[^;]*/, '$1'));
  const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
  const isSigned = verify('sha256', Buffer.from(text), key, Buffer.from(tags.get('b') ?? '', 'base64'));
  return {
    domain: tags.get('d') ?? '',
    selector: tags.get('s') ?? '',
    valid: isSigned && bodyHash === tags.get('bh') && tags.get('c') === 'relaxed/simple',
  };
}

function relax(header: string): string {
  const at = header.indexOf(':');
  const value = header
    .slice(at + 1)
    .replace(/\s+/g, ' ')
    .trim();
  return `${header.slice(0, at).trim().toLowerCase()}:${value}`;
}
