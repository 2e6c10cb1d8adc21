import { sha256 } from '#kernel/crypto.ts';
import { signDelivery, verifyDelivery } from '#kernel/net/signature.ts';
import { EngineError } from '../engine.ts';
import type { EventHeaders, ProviderEvent } from './driver.ts';

/** A webhook request as the provider would send it. */
export interface SignedEvent {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type Told = ProviderEvent extends infer ProviderEventOf
  ? ProviderEventOf extends { id: string }
    ? Omit<ProviderEventOf, 'id'>
    : never
  : never;

/** Signs notices of the simulated provider as Hostler signs its own webhooks, so that others cannot forge them. */
export function createEventSigner(secret: string) {
  return {
    /** Equal content gives the same notice id. */
    sign(told: Told): SignedEvent {
      const id = `note_${sha256(JSON.stringify(told)).slice(0, 32)}`;
      const body = Buffer.from(JSON.stringify({ ...told, id }));
      const signed = signDelivery({ secret, id, timestampSeconds: 0, body });
      return { body, headers: { 'x-webhook-signature': signed['X-Webhook-Signature'] } };
    },

    read(body: Buffer, headers: EventHeaders): ProviderEvent {
      if (!verifyDelivery(secret, { 'x-webhook-signature': headers['x-webhook-signature'] }, body)) {
        throw new EngineError('refused', 'The notice is not signed by the payment provider.');
      }
      return JSON.parse(body.toString()) as ProviderEvent;
    },
  };
}
