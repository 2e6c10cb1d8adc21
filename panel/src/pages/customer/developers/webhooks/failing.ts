import type { DeliveryAttempt, Webhook, WebhookDelivery } from '@hostler/sdk';
import { t } from '@lingui/core/macro';

export interface Trouble {
  /** Cause, as a sentence. */
  readonly why: string;
  /** Advice for the customer. */
  readonly todo: string;
}

/** Explanations of attempts without a response, by the API's `error.kind`. */
const WITHOUT_ANSWER: Readonly<Record<string, Trouble>> = {
  address: {
    why: t`The host name has no public address.`,
    todo: t`Check the URL and the DNS of its host. Private addresses are not allowed.`,
  },
  connect: {
    why: t`The receiver refuses the connection.`,
    todo: t`Start the receiver, or open its port in the firewall.`,
  },
  tls: {
    why: t`The TLS connection fails.`,
    todo: t`Check the certificate: it must be valid for the host and include its intermediate certificates.`,
  },
  timeout: {
    why: t`The receiver does not respond within 15 seconds.`,
    todo: t`Respond with 200 first and do the work afterwards.`,
  },
  closed: {
    why: t`The receiver closes the connection without a response.`,
    todo: t`Check the log of the receiver or of its proxy.`,
  },
  garbage: { why: t`The response is not HTTP.`, todo: t`Check the port of the URL: another service listens there.` },
  internal: {
    why: t`The delivery failed on our side.`,
    todo: t`It is retried automatically. If the failure continues, write to support.`,
  },
};

/** Explains a status outside 2xx. */
function explainStatus(status: number): Trouble {
  if (status >= 300 && status < 400) {
    return {
      why: t`Your endpoint returned ${status}, a redirect. Redirects are not followed.`,
      todo: t`Set the URL to the target of the redirect.`,
    };
  }
  if (status === 401 || status === 403) {
    return {
      why: t`Your endpoint returned ${status}: it rejects the request.`,
      todo: t`Check that it verifies the raw body with the secret of this webhook, and that it requires no sign-in.`,
    };
  }
  if (status === 404 || status === 405) {
    return { why: t`Your endpoint returned ${status}.`, todo: t`Check the path of the URL. It must accept POST.` };
  }
  if (status === 410) {
    return {
      why: t`Your endpoint returned 410 (gone), which disables the webhook.`,
      todo: t`Resume the webhook if that was a mistake.`,
    };
  }
  if (status === 429) {
    return {
      why: t`Your endpoint returned 429: too many requests.`,
      todo: t`Raise its limit, or choose fewer events.`,
    };
  }
  if (status >= 500) {
    return {
      why: t`Your endpoint returned ${status}.`,
      todo: t`Check its log at the time of the attempt.`,
    };
  }
  return { why: t`Your endpoint returned ${status}. Only 2xx counts as delivered.`, todo: t`Respond with 200.` };
}

export function isDelivered({ status_code: status }: Pick<DeliveryAttempt, 'status_code'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Explains a failed attempt; undefined if it succeeded. */
export function explainAttempt(attempt: Pick<DeliveryAttempt, 'status_code' | 'error'>): Trouble | undefined {
  if (isDelivered(attempt)) return undefined;
  if (attempt.status_code !== null) return explainStatus(attempt.status_code);
  const { kind = '', message = t`No response.` } = attempt.error ?? {};
  return WITHOUT_ANSWER[kind] ?? { why: message, todo: t`It is retried automatically.` };
}

/** Explains a failing webhook by the newest attempt of its deliveries, except tests; undefined if none fails. */
export function explainTrouble(
  webhook: Pick<Webhook, 'status' | 'failing_since'>,
  deliveries: readonly Pick<WebhookDelivery, 'attempts' | 'is_test'>[],
): Trouble | undefined {
  if (webhook.failing_since === null && webhook.status !== 'disabled') return undefined;
  const newest = deliveries
    .filter(({ is_test }) => !is_test)
    .flatMap(({ attempts }) => attempts)
    .reduce<DeliveryAttempt | undefined>(
      (last, attempt) => (last && last.attempted_at > attempt.attempted_at ? last : attempt),
      undefined,
    );
  return newest && explainAttempt(newest);
}
