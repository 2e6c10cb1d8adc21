import { describe, expect, it } from 'vitest';
import { parseDomainName, toReadable } from './domain-name.ts';

describe('a domain name', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['example.com.', 'example.com'],
    ['x.test', 'x.test'],
    ['a.co.uk', 'a.co.uk'],
    ['github.io', 'github.io'],
    ['Müller.de', 'xn--mller-kva.de'],
    ['faß.de', 'xn--fa-hia.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['xn--mller-kva.de', 'xn--mller-kva.de'],
    ['1and1.com', '1and1.com'],
    [`${'a'.repeat(63)}.test`, `${'a'.repeat(63)}.test`],
  ])('%s is stored as %s', (given, kept) => {
    expect(parseDomainName(given)?.name).toBe(kept);
  });

  it.each([
    '',
    '.',
    'localhost',
    'com',
    'co.uk',
    'рф',
    'x.kawasaki.jp',
    '127.0.0.1',
    '0x7f.1',
    '１２７.0.0.1',
    '[::1]',
    '::1',
    'foo.123',
    'example.com..',
    '.example.com',
    'a..example.com',
    '-a.com',
    'a-.com',
    'a_b.com',
    '_dmarc.example.com',
    '*.example.com',
    'exa mple.com',
    'example.com:80',
    'http://example.com',
    'example.com/shop',
    'user@example.com',
    'ex%61mple.com',
    'a／b.com',
    'xn--a.com',
    'xn--zzzzzz9999.com',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(125)}test`,
    `${'ü'.repeat(60)}.de`,
  ])('%j is refused', (given) => {
    expect(parseDomainName(given)).toBeUndefined();
  });

  it('has its parent domains up to the registrable one as ancestors', () => {
    expect(parseDomainName('a.b.example.co.uk')).toEqual({
      name: 'a.b.example.co.uk',
      registrable: 'example.co.uk',
      ancestors: ['b.example.co.uk', 'example.co.uk'],
    });
    expect(parseDomainName('example.co.uk')).toMatchObject({ registrable: 'example.co.uk', ancestors: [] });
  });

  it('treats names below a private suffix as subdomains of the suffix owner', () => {
    expect(parseDomainName('shop.github.io')).toMatchObject({ registrable: 'github.io', ancestors: ['github.io'] });
  });

  it('is shown in Unicode', () => {
    expect(toReadable('xn--mller-kva.de')).toBe('müller.de');
  });
});
