import { expect, it } from 'vitest';
import { describeSizes } from './health.ts';

it('names twenty servers whose firewalls are too large, and counts the others', () => {
  const servers = Array.from({ length: 22 }, (_, index) => `VPS ${index + 1}`);
  expect(describeSizes([])).toMatchObject({ detail: null, advice: null });
  expect(describeSizes(servers.slice(0, 20)).detail).toMatch(/networks: VPS 1, .*, VPS 20\.$/);
  expect(describeSizes(servers).detail).toMatch(/^The firewalls of 22 servers .* VPS 20 and 2 others\.$/);
});
