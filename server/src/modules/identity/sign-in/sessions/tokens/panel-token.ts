import type { Vault } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';

/** Content of an access token of the panel. It is signed and not stored; its session decides whether it is valid. */
export interface PanelToken {
  readonly sessionId: number;
  readonly accountId: number;
  readonly environment: Environment;
  readonly expiresAt: number;
}

const PREFIX = 'svc_pt_';
const PURPOSE = 'panel token';
const SHAPE = /^svc_pt_((\d{1,15})_(\d{1,15})_(live|test)_(\d{1,15}))_([\w-]{43})$/;

export function looksLikePanelToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

export function writePanelToken({ sessionId, accountId, environment, expiresAt }: PanelToken, vault: Vault): string {
  const text = `${sessionId}_${accountId}_${environment}_${expiresAt}`;
  return `${PREFIX}${text}_${vault.sign(PURPOSE, text)}`;
}

/** Returns undefined if the token was not signed by us. */
export function readPanelToken(token: string, vault: Vault): PanelToken | undefined {
  const [, text, sessionId, accountId, environment, expiresAt, signature] = SHAPE.exec(token) ?? [];
  if (!text || !signature || !vault.isSigned(PURPOSE, text, signature)) return undefined;
  return {
    sessionId: Number(sessionId),
    accountId: Number(accountId),
    environment: environment as Environment,
    expiresAt: Number(expiresAt),
  };
}
