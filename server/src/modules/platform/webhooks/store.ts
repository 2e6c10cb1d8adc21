import {
  addToTotal,
  defineList,
  foldForSearch,
  later,
  type NewRow,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import { defineLimit } from '#kernel/limits/limit.ts';
import { WEBHOOK_ORDERS, type WebhookStatus } from './schemas.ts';

/** An account and the environment of the caller's key: a customer sees the webhooks of one environment at a time. */
export interface Owner {
  readonly accountId: number;
  readonly environment: Environment;
}

export const webhooks = table(
  'webhooks',
  {
    id: number(),
    environment: text<Environment>(),
    url: text(),
    description: nullable(text()),
    /** A JSON array of event names. */
    events: text(),
    status: text<WebhookStatus>(),
    /** Encrypted, like the previous secret. */
    secret: text(),
    previous_secret: later(text()),
    previous_secret_until: later(number()),
    created_at: number(),
    last_success_at: later(number()),
    failing_since: later(number()),
  },
  { hidden: { account_id: number(), search_text: text() } },
);
export type WebhookRow = Row<typeof webhooks>;

const MINE = 'account_id = :account_id and environment = :environment and id = :id';
interface Mine {
  account_id: number;
  environment: Environment;
  id: number;
}
const FIND = sql<Mine, WebhookRow>(`select ${webhooks.columns} from webhooks where ${MINE}`);
const LOCK = sql<Mine, WebhookRow>(`select ${webhooks.columns} from webhooks where ${MINE} {for update}`);
const UPDATE = sql<
  Mine & Pick<WebhookRow, 'url' | 'description' | 'events' | 'status'> & { search_text: string; forgive: number },
  WebhookRow
>(
  `update webhooks set url = :url, description = :description, events = :events, status = :status,
     search_text = :search_text, failing_since = case when :forgive = 1 then null else failing_since end
   where ${MINE} returning ${webhooks.columns}`,
);
const ROTATE = sql<Mine & { secret: string; until: number }, WebhookRow>(
  `update webhooks set previous_secret = secret, previous_secret_until = :until, secret = :secret
   where ${MINE} returning ${webhooks.columns}`,
);
const REMOVE = sql<Mine, WebhookRow>(`delete from webhooks where ${MINE} returning ${webhooks.columns}`);
const IDS = sql<Omit<Mine, 'id'>, { id: number }>(
  `select id from webhooks where account_id = :account_id and environment = :environment and status = 'active'
   order by id`,
);
const COUNT = sql<Omit<Mine, 'id'>, { count: number }>(
  'select count(*) as count from webhooks where account_id = :account_id and environment = :environment',
);
const LIST = defineList<WebhookRow>({
  columns: webhooks.columns,
  strands: [{ table: 'webhooks', keys: { account_id: ':account_id', environment: ':environment' } }],
  few: true,
  orders: WEBHOOK_ORDERS,
});

/** Counts the webhooks of both environments. */
export const webhooksLimit = defineLimit({
  name: 'webhooks',
  default: 50,
  what: 'webhooks',
  advice: 'Remove one',
  counts: { list: 'webhooks' },
});

export function listWebhooks({ accountId, environment }: Owner, page: PageRequest): Query<Page<WebhookRow>> {
  return LIST(accountId, page, { parameters: { environment } });
}

export function* countWebhooks({ accountId, environment }: Owner): Query<number> {
  return (yield* COUNT.one({ account_id: accountId, environment }))?.count ?? 0;
}

export function findWebhook(owner: Owner, id: number): Query<WebhookRow | undefined> {
  return FIND.one(mine(owner, id));
}

/** Locks the webhook until the transaction ends. */
export function lockWebhook(owner: Owner, id: number): Query<WebhookRow | undefined> {
  return LOCK.one(mine(owner, id));
}

export function* listActiveIds({ accountId, environment }: Owner): Query<number[]> {
  return (yield* IDS.all({ account_id: accountId, environment })).map(({ id }) => id);
}

export function* insertWebhook(
  { accountId, environment }: Owner,
  webhook: Omit<NewRow<typeof webhooks>, 'environment'>,
): Query<WebhookRow> {
  const hidden = { account_id: accountId, search_text: searchText(webhook) };
  const row = yield* webhooks.insert({ ...webhook, environment }, hidden);
  yield* addToTotal(accountId, 'webhooks', '', 1);
  return row;
}

/** `forgive` restarts the count of failing days. */
export function updateWebhook(
  owner: Owner,
  id: number,
  change: Pick<WebhookRow, 'url' | 'description' | 'events' | 'status'>,
  forgive: boolean,
): Query<WebhookRow | undefined> {
  const { url, description, events, status } = change;
  return UPDATE.one({
    ...mine(owner, id),
    url,
    description,
    events,
    status,
    search_text: searchText(change),
    forgive: forgive ? 1 : 0,
  });
}

export function rotateSecret(
  owner: Owner,
  id: number,
  secret: string,
  previousUntil: number,
): Query<WebhookRow | undefined> {
  return ROTATE.one({ ...mine(owner, id), secret, until: previousUntil });
}

export function* removeWebhook(owner: Owner, id: number): Query<WebhookRow | undefined> {
  const gone = yield* REMOVE.one(mine(owner, id));
  if (gone) yield* addToTotal(owner.accountId, 'webhooks', '', -1);
  return gone;
}

function mine({ accountId, environment }: Owner, id: number) {
  return { account_id: accountId, environment, id };
}

function searchText({ url, description }: Pick<WebhookRow, 'url' | 'description'>): string {
  return foldForSearch(url, description);
}
