import { expect, it } from 'vitest';
import { findDisposableDomain } from './disposable-domains.ts';

it.each([
  ['jo@yopmail.com', 'yopmail.com'],
  ['jo@YopMail.com', 'yopmail.com'],
  ['"a@b"@yopmail.com', 'yopmail.com'],
  ['jo@mail.inbox.yopmail.com', 'yopmail.com'],
  ['jo@burner.example', 'burner.example'],
  ['jo@mail.burner.example', 'burner.example'],
  ['jo@notyopmail.com', undefined],
  ['yopmail.com@example.com', undefined],
  ['jo@yopmail.com.example.com', undefined],
  ['jo@example', undefined],
])('finds the disposable domain of %s: %s', (email, domain) => {
  expect(findDisposableDomain(email, ['burner.example'])).toBe(domain);
});
