import { sha256 } from '../../kernel/crypto.ts';
import { signDelivery, verifyDelivery } from '../../kernel/net/signature.ts';
import { EngineError } from '../engine.ts';
import type { NoticeHeaders, ProviderNotice } from './driver.ts';

/** As it would come to the address for notices. */
export interface SignedNotice {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type Told = ProviderNotice extends infer Notice ? (Notice extends { id: string } ? Omit<Notice, 'id'> : never) : never;

/** The notices of the simulated provider: signed as Hostler signs its own, so that nobody else can write one. */
export function createNoticeSigner(secret: string) {
  return {
    /** The same thing told again is the same notice. */
    sign(told: Told): SignedNotice {
      const id = `note_${sha256(JSON.stringify(told)).slice(0, 32)}`;
      const body = Buffer.from(JSON.stringify({ ...told, id }));
      const signed = signDelivery({ secret, id, timestampSeconds: 0, body });
      return { body, headers: { 'x-webhook-signature': signed['X-Webhook-Signature'] } };
    },

    read(body: Buffer, headers: NoticeHeaders): ProviderNotice {
      if (!verifyDelivery(secret, { 'x-webhook-signature': headers['x-webhook-signature'] }, body)) {
        throw new EngineError('refused', 'The notice is not signed by the payment provider.');
      }
      return JSON.parse(body.toString()) as ProviderNotice;
    },
  };
}
