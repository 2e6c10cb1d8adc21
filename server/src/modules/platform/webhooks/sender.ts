import type { Vault } from '#kernel/crypto.ts';
import { DeliveryError } from '#kernel/net/delivery-error.ts';
import type { GuardedClient } from '#kernel/net/guarded-agent.ts';
import { signDelivery } from '#kernel/net/signature.ts';
import { type Clock, DAY, SECOND } from '#kernel/time.ts';
import type { LoggedAttempt } from './delivery/store.ts';
import type { WebhookRow } from './store.ts';

type Recipient = Pick<WebhookRow, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'>;

interface Message {
  readonly id: number;
  readonly event: string;
  readonly body: Buffer;
}

/** Result of one attempt. The caller decides when to retry. */
export interface Sent extends Omit<LoggedAttempt, 'next'> {
  readonly retryAfter: string | undefined;
}

const OPENED_SECRETS = 10_000;
/** After a rotation the previous secret still signs for this long. */
export const OVERLAP_MS = DAY;

export type Sender = ReturnType<typeof createSender>;

/** Sends signed messages with the headers of the specification and those of Standard Webhooks. */
export function createSender({ client, vault, clock }: { client: GuardedClient; vault: Vault; clock: Clock }) {
  const opened = new Map<string, string>();

  /** Cached decryption. A rotation stores another text, so a cached value cannot be stale. */
  function openSecret(sealed: string): string {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    if (opened.size >= OPENED_SECRETS) opened.clear();
    const secret = vault.open(sealed);
    opened.set(sealed, secret);
    return secret;
  }

  /** A previous secret whose key is lost must not keep the new secret from signing. */
  function openPreviousSecret(sealed: string | null): string | undefined {
    try {
      return sealed === null ? undefined : openSecret(sealed);
    } catch {
      return undefined;
    }
  }

  function makeHeaders(to: Recipient, { id, event, body }: Message, now: number): Record<string, string> {
    const timestampSeconds = Math.floor(now / SECOND);
    const left = (to.previous_secret_until ?? 0) - now;
    // More time left than the overlap means that the clock was set back.
    const rotated = left > 0 && left <= 2 * OVERLAP_MS;
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'Hostler-Webhooks',
      'X-Webhook-Event': event,
      'X-Webhook-Timestamp': String(timestampSeconds),
      'X-Webhook-Id': String(id),
      ...signDelivery({
        secret: openSecret(to.secret),
        previousSecret: rotated ? openPreviousSecret(to.previous_secret) : undefined,
        id: String(id),
        timestampSeconds,
        body,
      }),
    };
  }

  /** Never throws: every error at or on the way to the receiver is a result. */
  return async function send(to: Recipient, message: Message): Promise<Sent> {
    const at = clock.now();
    const began = performance.now();
    try {
      const headers = makeHeaders(to, message, at);
      const answer = await client.post(to.url, { headers, body: message.body });
      const { status, durationMs: ms, bodyStart, retryAfter } = answer;
      return { at, status, ms, answer: bodyStart, error: null, retryAfter };
    } catch (error) {
      const ms = Math.round(performance.now() - began);
      return { at, status: null, ms, answer: null, error: describe(error), retryAfter: undefined };
    }
  };
}

function describe(error: unknown): { kind: string; message: string } {
  if (error instanceof DeliveryError) return { kind: error.toldKind, message: error.message };
  return { kind: 'internal', message: 'The delivery failed on our side.' };
}

export function isSuccess({ status }: Pick<Sent, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}
