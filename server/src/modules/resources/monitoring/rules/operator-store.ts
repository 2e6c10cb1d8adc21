import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { RULE_STATUSES, type RuleStatus } from './schemas.ts';
import { type RuleRow, rules } from './store.ts';

type Owned<T> = T & { account_id: number };

const KNOWN = sql<object, Owned<{ hosting_id: number }>>('select hosting_id, account_id from monitoring_servers');
const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from monitoring_rules where id = :id');

/** Returns the account of each server that has got its default rules. */
export function* listKnownServers(): Query<Map<number, number>> {
  return new Map((yield* KNOWN.all({})).map(({ hosting_id, account_id }) => [hosting_id, account_id]));
}

export function* findRuleOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** Lists the rules of all customers, of one customer or of one server. */
export const listAllRules = defineStaffList<Owned<RuleRow>, RuleStatus>({
  select: `select account_id, ${rules.columns} from monitoring_rules`,
  statuses: byColumn(RULE_STATUSES),
  searched: ['metric'],
});
