import { inSpan } from '#kernel/trace/trace.ts';
import { isSuccess, type Sent } from '../sender.ts';
import type { ClaimedDelivery } from './claim.ts';

/** Never records the URL, which may contain a secret of the receiver. */
export function traceAttempt(delivery: ClaimedDelivery, send: () => Promise<Sent>): Promise<Sent> {
  const { id, target, event, attempts, traceparent } = delivery;
  const attributes = {
    'hostler.delivery.id': id,
    'hostler.delivery.attempt': attempts + 1,
    'hostler.webhook.id': target.id,
    'hostler.event.type': event,
  };
  return inSpan({ name: 'webhook delivery', kind: 'client', parent: traceparent, attributes }, async (span) => {
    const sent = await send();
    span?.set(
      sent.status === null ? { 'error.type': sent.error?.kind ?? '' } : { 'http.response.status_code': sent.status },
    );
    if (!isSuccess(sent)) span?.fail();
    return sent;
  });
}
