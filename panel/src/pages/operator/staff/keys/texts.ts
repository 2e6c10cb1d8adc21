import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { OperatorKey } from './queries.ts';

type KeyStatus = 'active' | 'expired' | 'revoked';

export const STATUSES: Record<KeyStatus, { readonly label: string; readonly tone: Tone }> = {
  active: { label: t`Active`, tone: 'good' },
  expired: { label: t`Expired`, tone: 'idle' },
  revoked: { label: t`Revoked`, tone: 'bad' },
};

export function statusOf({ revoked_at, expires_at }: OperatorKey): KeyStatus {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && new Date(expires_at).getTime() <= Date.now() ? 'expired' : 'active';
}

export const texts = {
  title: t`Operator keys`,
  search: t`Search operator keys`,
  create: t`Create key`,
  createTitle: t`Create operator key`,
  name: t`Name`,
  key: t`Key`,
  roles: t`Roles`,
  expires: t`Expires on`,
  expiresText: t`At the end of this day. Empty: the key does not expire.`,
  networks: t`Allowed addresses`,
  networksText: t`IP addresses or networks, separated by commas. Empty: any address.`,
  rate: t`Requests per minute`,
  used: t`Last used`,
  neverUsed: t`Never used`,
  status: t`Status`,
  revoke: t`Revoke key`,
  revokeText: t`Programs that use this key are refused within a second. This cannot be undone.`,
  empty: t`No operator keys yet. Programs send one in the header X-API-Key to use the operator API.`,
  made: t`The operator key`,
  whenLost: t`If you lose it, revoke it and create another one.`,
};
