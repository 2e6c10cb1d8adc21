import type { VpsKind } from '../../../engines/vps/driver.ts';
import { insert, type Query, sql } from '../../../kernel/db/query.ts';
import type { BillingPeriod } from './schemas.ts';

/** What can be bought. The catalogue is the same for everyone, so it belongs to no account. */
export interface PlanRow {
  id: number;
  name: string;
  /** In minor units of the currency, for one period. */
  price: number;
  currency: string;
  billing_period: BillingPeriod;
  vcpus: number;
  memory_mb: number;
  disk_gb: number;
  image: string;
  /** What its servers are on the engine. */
  kind: VpsKind;
  /** JSON of VpsBounds: what its servers may do at the cost of others. */
  bounds: string;
  created_at: number;
}

const COLUMNS = 'id, name, price, currency, billing_period, vcpus, memory_mb, disk_gb, image, kind, bounds, created_at';

const INSERT = insert<Omit<PlanRow, 'id'>>(
  'plans',
  [
    'name',
    'price',
    'currency',
    'billing_period',
    'vcpus',
    'memory_mb',
    'disk_gb',
    'image',
    'kind',
    'bounds',
    'created_at',
  ],
  { onConflict: 'on conflict (name) do nothing' },
) as (row: Omit<PlanRow, 'id'>) => Query<number | undefined>;
const BY_ID = sql<{ id: number }, PlanRow>(`select ${COLUMNS} from plans where id = :id`);
const BY_NAME = sql<{ name: string }, PlanRow>(`select ${COLUMNS} from plans where name = :name`);
const ALL = sql<object, PlanRow>(`select ${COLUMNS} from plans order by id`);

/** Undefined when the name is taken. */
export function* insertPlan(plan: Omit<PlanRow, 'id'>): Query<PlanRow | undefined> {
  const id = yield* INSERT(plan);
  return id === undefined ? undefined : { id, ...plan };
}

/** By id where the text is a number, which a name never is; else by name. */
export function* findPlan(idOrName: string): Query<PlanRow | undefined> {
  if (/^\d{1,15}$/.test(idOrName)) return yield* BY_ID.one({ id: Number(idOrName) });
  return yield* BY_NAME.one({ name: idOrName });
}

export const listPlans = () => ALL.all({});
