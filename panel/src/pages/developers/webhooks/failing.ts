import type { DeliveryAttempt, Webhook, WebhookDelivery } from '@hostler/sdk';

export interface Trouble {
  /** What is wrong, in a sentence. */
  readonly why: string;
  /** What the customer can do about it. */
  readonly todo: string;
}

/** What an attempt without an answer means, by the API's `error.kind`. */
const WITHOUT_ANSWER: Readonly<Record<string, Trouble>> = {
  address: {
    why: 'The host name leads to no address that can be sent to.',
    todo: 'Check the spelling of the URL and the DNS of its host; private addresses are refused.',
  },
  connect: {
    why: 'Nothing accepts connections at the address of the URL.',
    todo: 'Start the receiver, or open its port in the firewall.',
  },
  tls: {
    why: 'The secure connection fails.',
    todo: 'Renew the certificate: it must be valid for the host and come with its intermediate certificates.',
  },
  timeout: {
    why: 'The receiver does not answer within 15 seconds.',
    todo: 'Answer 200 first and do the work afterwards.',
  },
  closed: {
    why: 'The receiver closes the connection before it has answered.',
    todo: 'Look into the log of the receiver or of the proxy before it.',
  },
  garbage: { why: 'The answer is not HTTP.', todo: 'Check the port of the URL: something else listens there.' },
  internal: {
    why: 'The delivery failed on our side.',
    todo: 'It is tried again by itself; write to support if it stays so.',
  },
};

/** What a status that is not 2xx means for a receiver of webhooks. */
function explainStatus(status: number): Trouble {
  if (status >= 300 && status < 400) {
    return {
      why: `The receiver answers ${status}, a redirect, and redirects are not followed.`,
      todo: 'Set the URL to where the receiver really is.',
    };
  }
  if (status === 401 || status === 403) {
    return {
      why: `The receiver answers ${status}: it does not accept the request.`,
      todo: 'Check that it verifies with this webhook’s secret over the raw body, and that no sign-in stands before it.',
    };
  }
  if (status === 404 || status === 405) {
    return { why: `The receiver answers ${status}.`, todo: 'Check the path of the URL; it must take POST.' };
  }
  if (status === 410) {
    return {
      why: 'The receiver answered 410, which means that it wants nothing more.',
      todo: 'Resume the webhook if that was a mistake.',
    };
  }
  if (status === 429) {
    return { why: 'The receiver answers 429: it is sent too much.', todo: 'Raise its limit, or choose fewer events.' };
  }
  if (status >= 500) {
    return {
      why: `The receiver answers ${status}: it fails itself.`,
      todo: 'Look into its log at the time of the attempt.',
    };
  }
  return { why: `The receiver answers ${status}, and only 2xx counts as received.`, todo: 'Answer 200.' };
}

export function isDelivered({ status_code: status }: Pick<DeliveryAttempt, 'status_code'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Why one attempt failed; undefined where it did not. */
export function explainAttempt(attempt: Pick<DeliveryAttempt, 'status_code' | 'error'>): Trouble | undefined {
  if (isDelivered(attempt)) return undefined;
  if (attempt.status_code !== null) return explainStatus(attempt.status_code);
  const { kind = '', message = 'There was no answer.' } = attempt.error ?? {};
  return WITHOUT_ANSWER[kind] ?? { why: message, todo: 'It is tried again by itself.' };
}

/** Why a webhook that fails does so, by the newest attempt of its deliveries; undefined while all is well. */
export function explainTrouble(
  webhook: Pick<Webhook, 'status' | 'failing_since'>,
  deliveries: readonly Pick<WebhookDelivery, 'attempts'>[],
): Trouble | undefined {
  if (webhook.failing_since === null && webhook.status !== 'disabled') return undefined;
  const newest = deliveries
    .flatMap(({ attempts }) => attempts)
    .reduce<DeliveryAttempt | undefined>(
      (last, attempt) => (last && last.attempted_at > attempt.attempted_at ? last : attempt),
      undefined,
    );
  return newest && explainAttempt(newest);
}
