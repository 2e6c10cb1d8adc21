import { expect, it } from 'vitest';
import { toInput } from './key-fields.ts';

const FIELDS = {
  name: 'deploy',
  environment: 'live' as const,
  scopes: ['tickets.read'],
  rate_limit: '',
  expires_at: 'never',
  allowed_networks: '',
};

it('omits empty fields from the request', () => {
  expect(toInput(FIELDS, 0)).toEqual({ name: 'deploy', environment: 'live', scopes: ['tickets.read'] });
});

it('sends limits in the format of the API', () => {
  const fields = { ...FIELDS, rate_limit: 60, expires_at: '7', allowed_networks: ' 203.0.113.7\n2001:db8::/32, ::1 ' };
  expect(toInput(fields, Date.parse('2026-11-15T12:00:00Z'))).toMatchObject({
    rate_limit: 60,
    expires_at: '2026-11-22T12:00:00.000Z',
    allowed_networks: ['203.0.113.7', '2001:db8::/32', '::1'],
  });
});
