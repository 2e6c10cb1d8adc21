import type { AccountListRequest, Query } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import { AppError, validationError } from '#kernel/errors.ts';
import { EVENT_TYPES } from '#kernel/events/catalogue.ts';
import type { Clock } from '#kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { listAllWebhooks } from './operator-store.ts';
import { ALL_EVENTS, type NewWebhook, type Webhook, type WebhookStatus, type WebhookWithSecret } from './schemas.ts';
import type { WebhookService } from './service.ts';
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
  function* list(request: AccountListRequest<WebhookStatus> = {}): Query<Owned<Webhook>[]> {
    const rows = yield* listAllWebhooks(request);
    return rows.map((row) => ({ account_id: row.account_id, ...viewWebhook(row) }));
  }

  return { create, list };
}

/** Returns each event name once. */
function checkEvents(events: readonly string[]): NewWebhook['events'] {
  if (events.length === 0) throw validationError([{ field: 'events', message: 'must name at least one event.' }]);
  const unknown = events.find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return [...new Set(events)] as NewWebhook['events'];
  const details = [{ field: 'events', message: `must be some of: ${KNOWN.join(', ')}.` }];
  throw new AppError('VALIDATION_ERROR', `There is no event ${JSON.stringify(unknown)}.`, { details });
}
