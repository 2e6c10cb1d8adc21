import type { Page, PageRequest, Query } from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { WebhookService } from '../service.ts';
import type { Owner } from '../store.ts';
import { type DeliveryRow, listDeliveries } from './store.ts';

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService({ webhooks }: { webhooks: Pick<WebhookService, 'find'> }) {
  function* list(owner: Owner, id: number, page: PageRequest, event: EventType | undefined): Query<Page<DeliveryRow>> {
    yield* webhooks.find(owner, id);
    return yield* listDeliveries(owner.accountId, id, page, event);
  }

  return { list };
}
