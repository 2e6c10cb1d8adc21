import type { Tone } from '#parts/status.tsx';
import type { OperatorKey } from './queries.ts';

type KeyStatus = 'active' | 'expired' | 'revoked';

export const STATUSES: Record<KeyStatus, { readonly label: string; readonly tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'idle' },
  revoked: { label: 'Revoked', tone: 'bad' },
};

export function statusOf({ revoked_at, expires_at }: OperatorKey): KeyStatus {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && new Date(expires_at).getTime() <= Date.now() ? 'expired' : 'active';
}

export const texts = {
  title: 'Operator keys',
  search: 'Search operator keys',
  create: 'Create key',
  createTitle: 'Create operator key',
  name: 'Name',
  key: 'Key',
  roles: 'Roles',
  expires: 'Expires on',
  expiresText: 'At the end of this day. Empty: the key does not expire.',
  networks: 'Allowed addresses',
  networksText: 'IP addresses or networks, separated by commas. Empty: any address.',
  rate: 'Requests per minute',
  used: 'Last used',
  neverUsed: 'Never used',
  status: 'Status',
  revoke: 'Revoke key',
  revokeText: 'Programs that use this key are refused within a second. This cannot be undone.',
  empty: 'No operator keys yet. Programs send one in the header X-API-Key to use the operator API.',
  made: 'The operator key',
  whenLost: 'If you lose it, revoke it and create another one.',
};
