import { expect, it } from 'vitest';
import { aboutOf } from './about.ts';

it.each([
  [{ id: 1, subject: 'Disk full' }, 'Disk full'],
  [{ id: 2, hostname: 'web1.example', label: 'Shop' }, 'web1.example'],
  [{ id: 3, amount: 900, invoice: { number: 'INV-2026-000001' } }, 'INV-2026-000001'],
  [{ id: 4 }, '#4'],
  [{}, ''],
])('the subject of an event with data %j is "%s"', (data, expected) => expect(aboutOf(data)).toBe(expected));
