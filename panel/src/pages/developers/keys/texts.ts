import type { Tone } from '../../../parts/status.tsx';
import type { ApiKey } from './queries.ts';

export const STATUSES: Readonly<Record<ApiKey['status'], { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  expiring: { label: 'Expires soon', tone: 'wait' },
  expired: { label: 'Expired', tone: 'idle' },
  revoked: { label: 'Revoked', tone: 'idle' },
};

export const ENVIRONMENTS = { live: 'Live', test: 'Sandbox' } as const;

/** How long the old key goes on after a roll. */
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
  nameHint: 'What uses it, so that you know it again: "deploy", "Grafana".',
  environment: 'Environment',
  environmentHint: 'A sandbox key reads what is real and only simulates writes.',
  scopes: 'Scopes',
  scopesHint: 'What the key may see and change: no more than it needs, at most what you may do.',
  noScopes: 'Choose at least one scope.',
  advanced: 'Limits',
  rateLimit: 'Requests per minute',
  expires: 'Expires',
  addresses: 'Allowed addresses',
  addressesHint: 'One address or network per line, like 203.0.113.7 or 2001:db8::/32. Empty: from anywhere.',
  empty:
    'A key lets your programs do what you do here. Create one and paste the line that comes with it into a terminal.',
  secretTitle: 'Your new key',
  whenLost: 'We keep only a fingerprint of it: a lost key cannot be shown again, only rolled.',
  tryIt: 'Try it: this line works as it stands.',
  roll: 'Roll key',
  rollText:
    'Makes a twin of the key with the same name, scopes and limits. The old one goes on for a while, so that you can exchange it without a gap.',
  overlap: 'The old key goes on for',
  revoke: 'Revoke key',
  revokeText: 'Every program that uses this key is refused within a second. This cannot be undone.',
} as const;
