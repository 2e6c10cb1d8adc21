import type { VpsKind } from '../../../engines/vps/driver.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { number, type Row, table, text } from '../../../kernel/db/table.ts';
import type { BillingPeriod } from './schemas.ts';

/** What can be bought. The catalogue is the same for everyone, so it belongs to no account. */
const plans = table(
  'plans',
  {
    id: number(),
    name: text(),
    /** In minor units of the currency, for one period. */
    price: number(),
    currency: text(),
    billing_period: text<BillingPeriod>(),
    vcpus: number(),
    memory_mb: number(),
    disk_gb: number(),
    image: text(),
    /** What its servers are on the engine. */
    kind: text<VpsKind>(),
    /** JSON of VpsBounds: what its servers may do at the cost of others. */
    bounds: text(),
    created_at: number(),
  },
  { unique: 'name' },
);
export type PlanRow = Row<typeof plans>;

const BY_ID = sql<{ id: number }, PlanRow>(`select ${plans.columns} from plans where id = :id`);
const BY_NAME = sql<{ name: string }, PlanRow>(`select ${plans.columns} from plans where name = :name`);
const ALL = sql<object, PlanRow>(`select ${plans.columns} from plans order by id`);

/** Undefined when the name is taken. */
export const insertPlan = plans.insert;

/** By id where the text is a number, which a name never is; else by name. */
export function* findPlan(idOrName: string): Query<PlanRow | undefined> {
  if (/^\d{1,15}$/.test(idOrName)) return yield* BY_ID.one({ id: Number(idOrName) });
  return yield* BY_NAME.one({ name: idOrName });
}

export const listPlans = () => ALL.all({});
