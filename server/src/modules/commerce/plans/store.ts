import {
  byColumn,
  defineStaffList,
  type NewRow,
  nullable,
  number,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import type { VpsKind } from '#engines/vps/driver.ts';
import { type BillingPeriod, PLAN_VISIBILITIES, type PlanVisibility } from './schemas.ts';

/** The catalogue of plans. All customers share it, so a plan belongs to no account. */
const plans = table(
  'plans',
  {
    id: number(),
    name: text(),
    visibility: text<PlanVisibility>(),
    /** Number of units left for sale. Null is unlimited. */
    stock: nullable(number()),
    /** The version that is sold now. */
    version: number(),
    created_at: number(),
  },
  {
    unique: 'name',
    /** Copies from the current version, which the previous release reads. */
    hidden: {
      price: number(),
      currency: text(),
      billing_period: text<BillingPeriod>(),
      vcpus: number(),
      memory_mb: number(),
      disk_gb: number(),
      image: text(),
      kind: text<VpsKind>(),
      bounds: text(),
    },
  },
);

/** Versions of plans. Rows never change, so that existing subscriptions keep their terms. */
const versions = table('plan_versions', {
  id: number(),
  plan_id: number(),
  version: number(),
  vcpus: number(),
  memory_mb: number(),
  disk_gb: number(),
  /** The default image of new servers. */
  image: text(),
  /** JSON array of all allowed images. Null if only the default is allowed. */
  images: nullable(text()),
  /** The type of server on the engine. */
  kind: text<VpsKind>(),
  /** JSON of VpsBounds: limits on what a server can take from its neighbours. */
  bounds: text(),
  /** 1 if the prices include tax. */
  tax_included: number(),
  trial_days: number(),
  /** JSON of PlanPrice[]. The default is first. */
  prices: text(),
  /** JSON of ExtraAddresses. Null if the plan offers none. */
  extra_addresses: nullable(text()),
  created_at: number(),
});

type VersionRow = Row<typeof versions>;
export type VersionContent = Omit<NewRow<typeof versions>, 'plan_id' | 'version' | 'created_at'>;
/** A plan with one of its versions. */
export type PlanRow = Row<typeof plans> & Omit<VersionRow, 'plan_id'> & { version_id: number };
/** The first price of a plan. The previous release reads it from the row of the plan. */
export type FirstPrice = { price: number; currency: string; billing_period: BillingPeriod };

const COLUMNS = `p.id, p.name, p.visibility, p.stock, p.created_at, v.id as version_id, v.version, v.vcpus, v.memory_mb,
  v.disk_gb, v.image, v.images, v.kind, v.bounds, v.tax_included, v.trial_days, v.prices,
  v.extra_addresses`;
const CURRENT = `select ${COLUMNS} from plans p join plan_versions v on v.plan_id = p.id and v.version = p.version`;
const BY_ID = sql<{ id: number }, PlanRow>(`${CURRENT} where p.id = :id`);
const BY_NAME = sql<{ name: string }, PlanRow>(`${CURRENT} where p.name = :name`);
const PUBLIC = sql<object, PlanRow>(`${CURRENT} where p.visibility = 'public' order by p.id`);
const ALL = sql<object, PlanRow>(`${CURRENT} order by p.id`);
const BY_VERSION = sql<{ id: number }, PlanRow>(
  `select ${COLUMNS} from plan_versions v join plans p on p.id = v.plan_id where v.id = :id`,
);
const VERSIONS = sql<{ id: number; limit: number }, PlanRow>(
  `select ${COLUMNS.replace('p.created_at', 'v.created_at')} from plan_versions v join plans p on p.id = v.plan_id
   where p.id = :id order by v.version desc limit :limit`,
);
const ADVANCE = sql<Copy & { id: number; from: number }>(
  `update plans set version = version + 1, price = :price, currency = :currency, billing_period = :billing_period,
     vcpus = :vcpus, memory_mb = :memory_mb, disk_gb = :disk_gb, image = :image, kind = :kind, bounds = :bounds
   where id = :id and version = :from`,
);
const SHOW = sql<{ id: number; visibility: PlanVisibility }>(
  'update plans set visibility = :visibility where id = :id',
);
const STOCK = sql<{ id: number; stock: number | null }>('update plans set stock = :stock where id = :id');
const TAKE = sql<{ id: number }>('update plans set stock = stock - 1 where id = :id and stock > 0');
const RETURN = sql<{ id: number }>('update plans set stock = stock + 1 where id = :id and stock is not null');
const COUNTED = sql<{ id: number }, { counted: number }>(
  'select case when stock is null then 0 else 1 end as counted from plans where id = :id',
);

type Copy = FirstPrice & Pick<VersionRow, 'vcpus' | 'memory_mb' | 'disk_gb' | 'image' | 'kind' | 'bounds'>;

/** Returns undefined if the name is taken. */
export function* insertPlan(
  plan: Pick<PlanRow, 'name' | 'visibility' | 'stock' | 'created_at'>,
  content: VersionContent,
  first: FirstPrice,
): Query<PlanRow | undefined> {
  const made = yield* plans.insert({ ...plan, version: 1 }, copyOf(content, first));
  if (!made) return undefined;
  const { created_at } = plan;
  const version = yield* versions.insert({ ...content, plan_id: made.id, version: 1, created_at });
  return { ...content, ...made, version_id: version.id };
}

/** Returns undefined if the plan was changed concurrently. */
export function* insertVersion(
  plan: PlanRow,
  content: VersionContent,
  first: FirstPrice,
  now: number,
): Query<PlanRow | undefined> {
  const { id, version: from } = plan;
  if ((yield* ADVANCE.run({ ...copyOf(content, first), id, from })) === 0) return undefined;
  const made = yield* versions.insert({ ...content, plan_id: id, version: from + 1, created_at: now });
  return { ...plan, ...content, version: made.version, version_id: made.id };
}

/** Looks up a number as an id and other text as a name. Names are never numbers. */
export function* findPlan(idOrName: string): Query<PlanRow | undefined> {
  if (/^\d{1,15}$/.test(idOrName)) return yield* BY_ID.one({ id: Number(idOrName) });
  return yield* BY_NAME.one({ name: idOrName });
}

export const listVersions = (id: number, limit: number) => VERSIONS.all({ id, limit });
export const findVersion = (id: number) => BY_VERSION.one({ id });
export const listPlans = defineStaffList<PlanRow, PlanVisibility>({
  select: CURRENT,
  cursor: 'p.id',
  statuses: byColumn(PLAN_VISIBILITIES, 'p.visibility'),
  searched: ['p.name'],
});
export const listPublicPlans = () => PUBLIC.all({});
export const listAllPlans = () => ALL.all({});
export const setVisibility = (id: number, visibility: PlanVisibility) => SHOW.run({ id, visibility });
export const setStock = (id: number, stock: number | null) => STOCK.run({ id, stock });

/** Takes one unit if the plan has a limited stock. Returns false if none is left. */
export function* takeStock(id: number): Query<boolean> {
  if ((yield* COUNTED.one({ id }))?.counted === 0) return true;
  return (yield* TAKE.run({ id })) > 0;
}

export function* returnStock(id: number): Query<void> {
  yield* RETURN.run({ id });
}

function copyOf({ vcpus, memory_mb, disk_gb, image, kind, bounds }: VersionContent, first: FirstPrice): Copy {
  return { ...first, vcpus, memory_mb, disk_gb, image, kind, bounds };
}
