import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { Key } from './queries.ts';

export const STATUSES: Readonly<Record<Key['status'], { label: string; tone: Tone }>> = {
  active: { label: t`Active`, tone: 'good' },
  expiring: { label: t`Expires soon`, tone: 'wait' },
  expired: { label: t`Expired`, tone: 'idle' },
  revoked: { label: t`Revoked`, tone: 'idle' },
};

export const ENVIRONMENTS = { live: t`Live`, test: t`Sandbox` } as const;

/** Times that the old key may stay valid after a roll. */
export const OVERLAPS = [
  { value: '0', label: t`Ends now` },
  { value: '3600', label: t`1 hour` },
  { value: '86400', label: t`1 day` },
  { value: '604800', label: t`7 days` },
];

export const texts = {
  title: t`API keys`,
  create: t`Create API key`,
  submit: t`Create key`,
  name: t`Name`,
  nameHint: t`Name the program that uses the key, like "deploy" or "Grafana".`,
  environment: t`Environment`,
  environmentHint: t`A sandbox key reads real data and simulates writes.`,
  environmentUnpaid: t`A sandbox key reads real data and simulates writes. Live keys are available after your first payment.`,
  scopes: t`Scopes`,
  scopesHint: t`What the key can read and change. Select only what it needs. A key cannot exceed your own permissions.`,
  noName: t`Enter a name to create the key.`,
  noScopes: t`Choose at least one scope.`,
  badRate: t`Enter a whole number of requests per minute, or leave the field empty.`,
  badNetworks: t`Enter one address or network per line, like 203.0.113.7.`,
  advanced: t`Limits`,
  rateLimit: t`Requests per minute`,
  expires: t`Expires`,
  addresses: t`Allowed addresses`,
  addressesHint: t`One address or network per line, like 203.0.113.7 or 2001:db8::/32. If empty, all addresses are allowed.`,
  empty: t`An API key lets your programs use the API. Create one and paste the command that comes with it into a terminal.`,
  secretTitle: t`Your new key`,
  whenLost: t`We store only a hash of the key. If you lose it, roll the key.`,
  tryIt: t`Try it: run this command in a terminal.`,
  roll: t`Roll key`,
  rollText: t`Creates a new key with the same name, scopes and limits. The old key stays valid for a while so that you can switch without downtime.`,
  overlap: t`Keep the old key valid for`,
  revoke: t`Revoke key`,
  revokeText: t`Programs that use this key are rejected within a second. This cannot be undone.`,
} as const;
