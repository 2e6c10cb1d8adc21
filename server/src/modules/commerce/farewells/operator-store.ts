import { sql } from '../../../kernel/db/query.ts';
import type { FarewellRow } from './store.ts';

const NEWEST = sql<{ limit: number }, FarewellRow>(
  `select id, kind, name, email, contract, reason, wished_end, received_at, account_id, subscription_id, outcome,
     object_until, objected_at
   from farewells order by id desc limit :limit`,
);

export const listFarewells = (limit: number) => NEWEST.all({ limit });
