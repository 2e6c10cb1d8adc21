import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { accountExists } from './store.ts';

/** For whoever makes something for a customer: there must be one. */
export function* requireAccount(id: number): Query<void> {
  if (!(yield* accountExists(id))) throw notFound('Account');
}
