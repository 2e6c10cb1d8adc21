import type { Vault } from '#kernel/crypto.ts';

/** Content of a token that reads one account as its customer. It is signed and not stored; its view decides. */
export interface ViewToken {
  readonly viewId: number;
  readonly accountId: number;
  readonly expiresAt: number;
}

const PREFIX = 'svc_vt_';
const PURPOSE = 'view token';
const SHAPE = /^svc_vt_((\d{1,15})_(\d{1,15})_(\d{1,15}))_([\w-]{43})$/;

export function looksLikeViewToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

export function writeViewToken({ viewId, accountId, expiresAt }: ViewToken, vault: Vault): string {
  const text = `${viewId}_${accountId}_${expiresAt}`;
  return `${PREFIX}${text}_${vault.sign(PURPOSE, text)}`;
}

/** Returns undefined if the token was not signed by us. */
export function readViewToken(token: string, vault: Vault): ViewToken | undefined {
  const [, text, viewId, accountId, expiresAt, signature] = SHAPE.exec(token) ?? [];
  if (!text || !signature || !vault.isSigned(PURPOSE, text, signature)) return undefined;
  return { viewId: Number(viewId), accountId: Number(accountId), expiresAt: Number(expiresAt) };
}
