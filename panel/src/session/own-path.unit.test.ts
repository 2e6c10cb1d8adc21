import { expect, it } from 'vitest';
import { findOwnPath } from './own-path.ts';

it.each([
  ['/', '/'],
  ['/billing?page=2#open', '/billing?page=2#open'],
  ['/order/small%2Ffast?currency=EUR', '/order/small%2Ffast?currency=EUR'],
  ['/servers?search=Größe', '/servers?search=Gr%C3%B6%C3%9Fe'],
  ['/operator/search?url=https://evil.example', '/operator/search?url=https://evil.example'],
  ['/servers/../tickets', '/tickets'],
])('accepts the own path %j', (address, path) => {
  expect(findOwnPath(address)).toBe(path);
});

it.each([
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS:\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  '//evil.example/',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/servers/..//evil.example',
  '/%2e//evil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '%2F%2Fevil.example',
  '//evil.example\\@panel.example',
  '//user@evil.example',
  'evil.example',
  'servers',
  '',
  7,
  null,
  undefined,
  ['/'],
])('refuses %j, which is no own path', (address) => {
  expect(findOwnPath(address)).toBeUndefined();
});
