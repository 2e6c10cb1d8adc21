import { randomBase62, type Vault } from '../../../kernel/crypto.ts';

/**
 * What a browser is given in which somebody signs in: that this person has used it before. It opens nothing; it keeps the
 * attempts of strangers from standing in the way of the person's own.
 */
const PURPOSE = 'known device';
const SHAPE = /^((\d{1,15})\.[0-9A-Za-z]{16})\.([\w-]{43})$/;

export function makeKnownDevice(personId: number, vault: Vault): string {
  const text = `${personId}.${randomBase62(16)}`;
  return `${text}.${vault.sign(PURPOSE, text)}`;
}

/** The name of the device where the person has used it before. */
export function findKnownDevice(
  value: string | undefined,
  personId: number | undefined,
  vault: Vault,
): string | undefined {
  const [, text, owner, signature] = SHAPE.exec(value ?? '') ?? [];
  if (!text || !signature || Number(owner) !== personId) return undefined;
  return vault.isSigned(PURPOSE, text, signature) ? text : undefined;
}
