import type { Tone } from '#parts/status.tsx';
import type { Key } from './queries.ts';

export const STATUSES: Readonly<Record<Key['status'], { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  expiring: { label: 'Expires soon', tone: 'wait' },
  expired: { label: 'Expired', tone: 'idle' },
  revoked: { label: 'Revoked', tone: 'idle' },
};

export const ENVIRONMENTS = { live: 'Live', test: 'Sandbox' } as const;

/** Times that the old key may stay valid after a roll. */
export const OVERLAPS = [
  { value: '0', label: 'Ends now' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

export const texts = {
  title: 'API keys',
  create: 'Create API key',
  submit: 'Create key',
  name: 'Name',
  nameHint: 'Name the program that uses the key, like "deploy" or "Grafana".',
  environment: 'Environment',
  environmentHint: 'A sandbox key reads real data and simulates writes.',
  environmentUnpaid:
    'A sandbox key reads real data and simulates writes. Live keys are available after your first payment.',
  scopes: 'Scopes',
  scopesHint: 'What the key can read and change. Select only what it needs. A key cannot exceed your own permissions.',
  noName: 'Enter a name to create the key.',
  noScopes: 'Choose at least one scope.',
  badRate: 'Enter a whole number of requests per minute, or leave the field empty.',
  badNetworks: 'Enter one address or network per line, like 203.0.113.7.',
  advanced: 'Limits',
  rateLimit: 'Requests per minute',
  expires: 'Expires',
  addresses: 'Allowed addresses',
  addressesHint:
    'One address or network per line, like 203.0.113.7 or 2001:db8::/32. If empty, all addresses are allowed.',
  empty:
    'An API key lets your programs use the API. Create one and paste the command that comes with it into a terminal.',
  secretTitle: 'Your new key',
  whenLost: 'We store only a hash of the key. If you lose it, roll the key.',
  tryIt: 'Try it: run this command in a terminal.',
  roll: 'Roll key',
  rollText:
    'Creates a new key with the same name, scopes and limits. The old key stays valid for a while so that you can switch without downtime.',
  overlap: 'Keep the old key valid for',
  revoke: 'Revoke key',
  revokeText: 'Programs that use this key are rejected within a second. This cannot be undone.',
} as const;
