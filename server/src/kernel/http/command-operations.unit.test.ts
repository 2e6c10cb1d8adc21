import { expect, test } from 'vitest';
import { toThirdPerson } from './command-operations.ts';

test.each([
  ['List tickets. Newest first.', 'Lists tickets. Newest first.'],
  ['Copy the data.', 'Copies the data.'],
  ['Pay an invoice.', 'Pays an invoice.'],
  ['Search accounts.', 'Searches accounts.'],
])('the command "%s" is described as "%s"', (summary, description) => {
  expect(toThirdPerson(summary)).toBe(description);
});
