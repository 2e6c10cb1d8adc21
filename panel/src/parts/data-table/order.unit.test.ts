import { expect, it } from 'vitest';
import { directionOf, type ListOrder, turnOrder } from './order.ts';

/** Clicks a header until the order is the first one again. */
function clickThrough(field: string, order: ListOrder = {}) {
  const seen: (string | undefined)[] = [];
  for (let clicks = 0; clicks < 3; clicks++) {
    const { sort_by, sort } = turnOrder(order, field);
    order = { ...(sort_by && { sort_by }), ...(sort && { sort }) };
    seen.push(directionOf(order, field));
  }
  return seen;
}

it('a header sorts ascending, then descending, then by the default', () => {
  expect(clickThrough('hostname')).toEqual(['ascending', 'descending', undefined]);
  expect(clickThrough('hostname', { sort_by: 'status' })).toEqual(['ascending', 'descending', undefined]);
});

it('the header of the default order only turns it', () => {
  expect(directionOf({}, 'created_at')).toBe('descending');
  expect(clickThrough('created_at')).toEqual(['ascending', 'descending', 'ascending']);
  expect(turnOrder({ sort_by: 'created_at', sort: 'asc' }, 'created_at')).toEqual({});
});
