import { randomBase62, type Vault } from '#kernel/crypto.ts';

/**
 * A cookie that marks a browser in which the person has signed in before. It grants no access. It keeps the attempts of
 * strangers from blocking the person's own.
 */
const PURPOSE = 'known device';
const SHAPE = /^((\d{1,15})\.[0-9A-Za-z]{16})\.([\w-]{43})$/;

export function makeKnownDevice(personId: number, vault: Vault): string {
  const text = `${personId}.${randomBase62(16)}`;
  return `${text}.${vault.sign(PURPOSE, text)}`;
}

/** Returns the name of the device if the person has used it before. */
export function findKnownDevice(
  value: string | undefined,
  personId: number | undefined,
  vault: Vault,
): string | undefined {
  const [, text, owner, signature] = SHAPE.exec(value ?? '') ?? [];
  if (!text || !signature || Number(owner) !== personId) return undefined;
  return vault.isSigned(PURPOSE, text, signature) ? text : undefined;
}
