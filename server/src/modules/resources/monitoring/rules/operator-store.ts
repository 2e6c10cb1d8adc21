import { type Query, sql } from '../../../../kernel/db/query.ts';
import { type RuleRow, rules } from './store.ts';

type Owned<T> = T & { account_id: number };

const KNOWN = sql<object, Owned<{ hosting_id: number }>>('select hosting_id, account_id from monitoring_servers');
const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from monitoring_rules where id = :id');
const ALL = sql<object, Owned<RuleRow>>(`select account_id, ${rules.columns} from monitoring_rules order by id`);
const OF_HOSTING = sql<{ hosting_id: number }, Owned<RuleRow>>(
  `select account_id, ${rules.columns} from monitoring_rules where hosting_id = :hosting_id order by id`,
);

/** Whose each server is that was given rules. */
export function* listKnownServers(): Query<Map<number, number>> {
  return new Map((yield* KNOWN.all({})).map(({ hosting_id, account_id }) => [hosting_id, account_id]));
}

export function* findRuleOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** Of all customers, or of one server. */
export function listAllRules(hostingId: number | undefined): Query<Owned<RuleRow>[]> {
  return hostingId === undefined ? ALL.all({}) : OF_HOSTING.all({ hosting_id: hostingId });
}
