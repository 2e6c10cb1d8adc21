import { sql } from '@hostler/database';

export interface RemovalRow {
  person_id: number;
  reason: string;
  asked_by: number;
  asked_at: number;
  effective_at: number;
}

const COLUMNS = 'person_id, reason, asked_by, asked_at, effective_at';

const INSERT = sql<RemovalRow>(
  `insert into factor_lifts (${COLUMNS}) values (:person_id, :reason, :asked_by, :asked_at, :effective_at)
   on conflict (person_id) do nothing`,
);
const CANCEL = sql<{ person_id: number }, RemovalRow>(
  `delete from factor_lifts where person_id = :person_id returning ${COLUMNS}`,
);
const TAKE_DUE = sql<{ now: number }, RemovalRow>(
  `delete from factor_lifts where person_id = (
     select person_id from factor_lifts where effective_at <= :now order by effective_at limit 1 {skip locked})
   returning ${COLUMNS}`,
);

export const insertRemoval = INSERT.run;
export const cancelRemoval = (personId: number) => CANCEL.one({ person_id: personId });
export const takeDueRemoval = (now: number) => TAKE_DUE.one({ now });
