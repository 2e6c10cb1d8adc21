import { describe, expect, it } from 'vitest';
import { inboxOf, readMailAddress, readMailbox } from './address.ts';

describe('an address', () => {
  it('is normalised to lower case, its domain to ASCII', () => {
    expect(readMailAddress('Jo.Doe+News@Example.COM')).toBe('jo.doe+news@example.com');
    expect(readMailAddress('jo@Bücher.example')).toBe('jo@xn--bcher-kva.example');
    expect(readMailAddress('root@localhost')).toBe('root@localhost');
  });

  it.each([
    '',
    'jo',
    '@example.com',
    'jo@',
    'jo@@example.com',
    'jo doe@example.com',
    'jo@exa mple.com',
    'jo@example.com\r\nBcc: eve@example.com',
    'jo@example.com\n',
    'jo@example.com,eve@example.com',
    'Jo <jo@example.com>',
    'jo@example.com>',
    '.jo@example.com',
    'jo..doe@example.com',
    'jo@-example.com',
    'jo@example..com',
    'jo@127.0.0.1',
    'jo@[127.0.0.1]',
    'jö@example.com',
    '"jo"@example.com',
    'jo\0@example.com',
    `${'j'.repeat(65)}@example.com`,
    `jo@${'a'.repeat(64)}.com`,
    `jo@${'abc.'.repeat(70)}com`,
  ])('cannot be %j', (text) => {
    expect(readMailAddress(text)).toBeUndefined();
  });

  it('with a tag belongs to the same inbox', () => {
    expect(inboxOf('jo+1@example.com')).toBe('jo@example.com');
    expect(inboxOf('jo+a+b@example.com')).toBe(inboxOf('jo@example.com'));
    expect(inboxOf('+@example.com')).toBe('+@example.com');
  });
});

describe('a sender', () => {
  it('has an address and an optional name', () => {
    expect(readMailbox('no-reply@example.com')).toEqual({ name: '', address: 'no-reply@example.com' });
    const named = { name: 'Example Hosting', address: 'no-reply@example.com' };
    expect(readMailbox('Example Hosting <no-reply@example.com>')).toEqual(named);
    expect(readMailbox('"Example Hosting" <no-reply@example.com>')).toEqual(named);
  });

  it.each(['Example', 'Example <>', 'Example <a@b> <c@d>', 'a@b c@d'])('cannot be %j', (text) => {
    expect(readMailbox(text)).toBeUndefined();
  });
});
