import type { DeliveryAttempt, HostlerEvent, Webhook, WebhookDelivery } from '@hostler/sdk';

/** Request rebuilt from the event: the API stores events, not copies of each request. */
export interface SentRequest {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Placeholder of the signature, because the secret is not available. */
const SIGNED = 'made with your secret';

export function describeRequest(
  delivery: WebhookDelivery,
  event: HostlerEvent,
  attempt?: DeliveryAttempt,
): SentRequest {
  const id = String(delivery.event_id);
  const seconds = String(Math.floor(Date.parse(attempt?.attempted_at ?? delivery.created_at) / 1000));
  return {
    headers: [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'Hostler-Webhooks'],
      ['X-Webhook-Event', delivery.event],
      ['X-Webhook-Id', id],
      ['X-Webhook-Timestamp', seconds],
      ['X-Webhook-Signature', `sha256=… (${SIGNED})`],
      ['webhook-id', id],
      ['webhook-timestamp', seconds],
      ['webhook-signature', `v1,… (${SIGNED})`],
    ],
    body: bodyOf(event),
  };
}

/** Returns the body as sent: members in this order, without spaces. */
export function bodyOf({ event, timestamp, data }: HostlerEvent): string {
  return JSON.stringify({ event, timestamp, data });
}

/** Returns a curl command that sends the same request, signed with `$WEBHOOK_SECRET`. */
export function writeCurl({ url }: Pick<Webhook, 'url'>, delivery: WebhookDelivery, event: HostlerEvent): string {
  return [
    `body=${quote(bodyOf(event))}`,
    `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)`,
    `curl ${quote(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H ${quote(`X-Webhook-Event: ${delivery.event}`)} \\`,
    `  -H 'X-Webhook-Id: ${delivery.event_id}' \\`,
    `  -H "X-Webhook-Timestamp: $(date +%s)" \\`,
    `  -H "X-Webhook-Signature: sha256=$signature" \\`,
    `  --data-raw "$body"`,
  ].join('\n');
}

/** Shell command that verifies a delivery; the file `body` holds the raw body. */
export const VERIFY_IN_SHELL = `printf 'sha256=%s\\n' "$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r < body | cut -d ' ' -f 1)"`;

export const VERIFY_IN_TYPESCRIPT = `import { verifyWebhook } from '@hostler/sdk';

// rawBody: the bytes as they came, before JSON.parse
const event = await verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET);`;

/** Quotes text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
