import type { MailDriver } from './driver.ts';

/** Accepts mail and sends none, for a demo that strangers use. */
export function createDiscard(): MailDriver {
  return {
    send: async () => ({}),
    check: async () => ({ reachable: true, version: null, detail: 'The public demo sends no mail', advice: null }),
  };
}
