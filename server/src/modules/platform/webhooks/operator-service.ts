import type { AccountListRequest, Query } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import { EVENT_TYPES } from '#kernel/events/catalogue.ts';
import { FAILURES_LISTED_FOR } from '#kernel/failure-source.ts';
import type { Clock } from '#kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { redeliverSince } from './delivery/redelivery/service.ts';
import type { LoggedAttempt } from './delivery/store.ts';
import { errors, fieldErrors } from './errors.ts';
import type { StaffWebhook } from './operator-schemas.ts';
import { findAnyWebhook, listAllWebhooks, type StaffWebhookRow } from './operator-store.ts';
import { ALL_EVENTS, type NewWebhook, type WebhookStatus, type WebhookWithSecret } from './schemas.ts';
import type { WebhookService } from './service.ts';
import type { Owner } from './store.ts';
import { viewWebhook, viewWithSecret } from './view.ts';

const KNOWN: readonly string[] = [...EVENT_TYPES, ALL_EVENTS];

interface NewWebhookOf {
  account_id: number;
  url: string;
  /** Event names, or `*` for all. All if absent. */
  events?: readonly string[] | undefined;
  /** Environment of the events. Live if absent. */
  environment?: Environment | undefined;
  description?: string | undefined;
}

interface ListRequest extends AccountListRequest<WebhookStatus> {
  /** Only webhooks whose last deliveries failed. */
  readonly failing?: boolean | undefined;
}

type Owned<T> = { account_id: number } & T;

export type WebhookOperatorService = ReturnType<typeof createWebhookOperatorService>;

export function createWebhookOperatorService({ clock, webhooks }: { clock: Clock; webhooks: WebhookService }) {
  /** Returns the secret, this once. */
  function* create({ account_id, url, environment = 'live', ...given }: NewWebhookOf): Query<Owned<WebhookWithSecret>> {
    const { description = null, events = [ALL_EVENTS] } = given;
    webhooks.checkTarget(url);
    yield* requireAccount(account_id);
    const input = { url, events: checkEvents(events), description };
    const created = yield* webhooks.create({ accountId: account_id, environment }, input, clock.now());
    return { account_id, ...viewWithSecret(created) };
  }

  /** Lists the webhooks of all accounts or of one. */
  function* list({ failing, ...request }: ListRequest = {}): Query<StaffWebhook[]> {
    return (yield* listAllWebhooks(request, { failing: failing ? 0 : undefined })).map(view);
  }

  /** Stops the deliveries of a webhook. They wait until it is enabled again. Throws CONFLICT if it is not active. */
  function* disable({ id }: { id: number }): Query<StaffWebhook> {
    const row = yield* find(id);
    if (!(yield* webhooks.setStatus(ownerOf(row), id, 'active', 'disabled', clock.now()))) {
      throw errors.webhook_cannot_be_disabled({ id, status: row.status });
    }
    return view(yield* find(id));
  }

  /** Resumes the deliveries of a webhook that was disabled. Throws CONFLICT if it is active or its owner paused it. */
  function* enable({ id }: { id: number }): Query<StaffWebhook> {
    const row = yield* find(id);
    if (!(yield* webhooks.setStatus(ownerOf(row), id, 'disabled', 'active', clock.now()))) {
      throw errors.webhook_cannot_be_enabled({ id, status: row.status });
    }
    return view(yield* find(id));
  }

  /** Sends the deliveries of the last 30 days again that failed, and those that wait for a retry. */
  function* redeliver({ id }: { id: number }): Query<StaffWebhook> {
    const row = yield* find(id);
    yield* redeliverSince(ownerOf(row), id, clock.now() - FAILURES_LISTED_FOR, clock.now());
    return view(row);
  }

  function* find(id: number): Query<StaffWebhookRow> {
    const row = yield* findAnyWebhook(id);
    if (!row) throw notFound('Webhook');
    return row;
  }

  return { create, list, disable, enable, redeliver };
}

function ownerOf({ account_id: accountId, environment }: StaffWebhookRow): Owner {
  return { accountId, environment };
}

function view(row: StaffWebhookRow): StaffWebhook {
  const last = (JSON.parse(row.last_log ?? '[]') as LoggedAttempt[]).at(-1);
  return {
    account_id: row.account_id,
    account_name: row.account_name,
    ...viewWebhook(row),
    pending_deliveries: row.pending,
    last_status: last?.status ?? null,
    last_error: last?.error?.message ?? null,
  };
}

/** Returns each event name once. */
function checkEvents(events: readonly string[]): NewWebhook['events'] {
  if (events.length === 0) throw validationError([fieldErrors.events_missing('events')]);
  const unknown = events.find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return [...new Set(events)] as NewWebhook['events'];
  const details = [fieldErrors.events_unknown('events', { events: KNOWN.join(', ') })];
  throw errors.event_unknown({ event: JSON.stringify(unknown) }, { details });
}
