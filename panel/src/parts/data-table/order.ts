/** Order of a list. The names are those of the API and of the address; without `sort` it is descending. */
export interface ListOrder {
  readonly sort_by?: string;
  readonly sort?: 'asc';
}

/** A change of the order. A field without a value is removed from the address. */
export interface OrderChange {
  readonly sort_by: string | undefined;
  readonly sort: 'asc' | undefined;
}

export interface Sorting {
  readonly value: ListOrder;
  readonly onChange: (next: OrderChange) => void;
}

type Direction = 'ascending' | 'descending';

/** Fields by which a list is sorted if the address names none: newest first. */
const DEFAULT_FIELDS: readonly string[] = ['created_at', 'issued_at'];
export const DEFAULT_ORDER: OrderChange = { sort_by: undefined, sort: undefined };

/** Returns the direction in which a list is sorted by a field, if it is. */
export function directionOf({ sort_by, sort }: ListOrder, field: string): Direction | undefined {
  const isSorted = sort_by === undefined ? DEFAULT_FIELDS.includes(field) : sort_by === field;
  if (!isSorted) return undefined;
  return sort === 'asc' ? 'ascending' : 'descending';
}

/** Returns the order after a click on the header: ascending, then descending, then the default. */
export function turnOrder(order: ListOrder, field: string): OrderChange {
  const isDefault = DEFAULT_FIELDS.includes(field);
  switch (directionOf(order, field)) {
    case 'ascending':
      return isDefault ? DEFAULT_ORDER : { sort_by: field, sort: undefined };
    case 'descending':
      return isDefault ? { sort_by: field, sort: 'asc' } : DEFAULT_ORDER;
    default:
      return { sort_by: field, sort: 'asc' };
  }
}
