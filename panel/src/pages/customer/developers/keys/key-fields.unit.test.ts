import { expect, it } from 'vitest';
import { toInput, whatIsMissing } from './key-fields.ts';

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

it.each([
  [{}, undefined],
  [{ name: ' ' }, 'Enter a name to create the key.'],
  [{ scopes: [] }, 'Choose at least one scope.'],
  [{ rate_limit: 0 }, 'Enter a whole number of requests per minute, or leave the field empty.'],
  [{ allowed_networks: '203.0.113.7\n2001:db8::/32' }, undefined],
  [{ allowed_networks: '203.0.113.7\noffice' }, 'Enter one address or network per line, like 203.0.113.7.'],
])('says what is missing before a form with %j can be sent', (changed, missing) => {
  expect(whatIsMissing({ ...FIELDS, ...changed })).toBe(missing);
});
