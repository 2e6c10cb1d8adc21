import {
  type AccountListRequest,
  lazily,
  type Query,
  type SqlValue,
  STAFF_PAGE,
  sql,
  toPatterns,
} from '@hostler/database';
import type { MonthState } from './parts.ts';
import type { TrafficStatus } from './schemas.ts';

/** Traffic of a server in a month, with its account. */
export interface MonthOfServer extends MonthState {
  readonly hosting_id: number;
  readonly hostname: string;
  readonly account_id: number;
  readonly account_name: string;
  readonly month: string;
  readonly in_bytes: number;
  readonly throttled_mbps: number | null;
}

const FROM = `from hosting_traffic_months as m join hosting as h on h.id = m.hosting_id
  join accounts as a on a.id = m.account_id`;
const STATUSES: Readonly<Record<TrafficStatus, string>> = {
  throttled: 'h.throttled_mbps is not null and h.throttle_missing_since is null',
  billable: '(m.parts is not null or (m.billable_from is not null and m.out_bytes > m.billable_from))',
};
const TEXT = ['h.hostname', 'a.name'].flatMap((column) =>
  ['folded', 'typed'].map((pattern) => `{lower ${column}} like :${pattern} escape '\\'`),
);
/** Continues after a server. The list can change between two pages, as all traffic does. */
const AFTER = `(m.out_bytes, m.hosting_id) < (select out_bytes, hosting_id from hosting_traffic_months
  where hosting_id = :after and month = :month)`;

interface Shape {
  readonly account: boolean;
  readonly status: TrafficStatus | '';
  readonly text: boolean;
  readonly after: boolean;
}
type Parameters = Record<string, SqlValue>;

const conditionsOf = ({ account, status, text, after }: Shape) =>
  [
    'm.month = :month',
    ...(account ? ['m.account_id = :account_id'] : []),
    ...(status ? [STATUSES[status]] : []),
    ...(text ? [`(${TEXT.join(' or ')})`] : []),
    ...(after ? [AFTER] : []),
  ].join(' and ');
const rowsFor = lazily((shape: Shape) =>
  sql<Parameters, MonthOfServer>(
    `select m.hosting_id, h.hostname, m.account_id, a.name as account_name, m.month, m.in_bytes, m.out_bytes, m.terms,
       m.billable_from, m.charge, m.parts,
      case when h.throttle_missing_since is null then h.throttled_mbps end as throttled_mbps
     ${FROM} where ${conditionsOf(shape)} order by m.out_bytes desc, m.hosting_id desc limit :limit offset :offset`,
  ),
);
const countFor = lazily((shape: Shape) =>
  sql<Parameters, { count: number }>(
    `select count(*) as count from (select m.hosting_id ${FROM} where ${conditionsOf(shape)} limit :most) as found`,
  ),
);

/** Lists the servers of all accounts or of one by their outbound traffic in a month, the largest first. */
export function* listMonths(
  month: string,
  { account_id, status, text, after, limit = STAFF_PAGE, offset = 0, tally }: AccountListRequest<TrafficStatus>,
): Query<MonthOfServer[]> {
  const shape: Shape = {
    account: account_id !== undefined,
    status: status ?? '',
    text: text !== undefined,
    after: after !== undefined,
  };
  const given = { month, account_id: account_id ?? 0, after: after ?? 0, ...toPatterns(text ?? '') };
  if (tally) tally.total = (yield* countFor(shape).one({ ...given, most: tally.most + 1 }))?.count ?? 0;
  return yield* rowsFor(shape).all({ ...given, limit, offset });
}
