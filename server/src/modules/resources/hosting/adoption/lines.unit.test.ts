import { expect, it } from 'vitest';
import { readLines } from './lines.ts';

const read = (text: string) => readLines(Buffer.from(text));

it('reads the cells of a line by the names of the columns, in any order', () => {
  const header = ' Account ,SUBSCRIPTION,instance,region,plan,hostname,label';
  expect(read(`${header}\n7, 12 ,web1,eu,S,a.example.com,Shop\n8,,web2\n`)).toEqual([
    {
      ...{ line: 2, instance: 'web1', account_id: 7, subscription_id: 12, problem: null },
      ...{ hostname: 'a.example.com', plan: 'S', label: 'Shop', region: 'eu' },
    },
    {
      ...{ line: 3, instance: 'web2', account_id: 8, problem: null },
      ...{ hostname: undefined, plan: undefined, label: undefined, region: undefined },
    },
  ]);
});

it.each([
  ['web1,7,12,too many', 'The line has more cells than the first line has columns.'],
  [',7,', 'The cell instance is empty.'],
  ['web1,0,', 'The cell account must be the id of an account.'],
  ['web1,,', 'The cell account must be the id of an account.'],
  ['web1,7,x', 'The cell subscription must be the id of a subscription.'],
  ['web1,7,', null],
])('finds the problem of the line %s: %s', (line, problem) => {
  expect(read(`instance,account,subscription\n${line}`)).toMatchObject([{ line: 2, problem }]);
});

it('reads at most 1,000 lines', () => {
  const file = (lines: number) => `instance,account\n${'web1,1\n'.repeat(lines)}`;
  expect(read(file(1_000))).toHaveLength(1_000);
  expect(() => read(file(1_001))).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});
