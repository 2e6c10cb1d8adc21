import type { FastifyInstance } from 'fastify';

export const RECEIVER_PATH = '/demo/receiver';
const LARGEST = 1024 ** 2;

/** A customer's own program that takes webhooks, so that the demo shows deliveries that arrive. Keeps nothing. */
export function registerDemoReceiver(http: FastifyInstance): void {
  http.post(RECEIVER_PATH, { bodyLimit: LARGEST }, async (_request, reply) => reply.code(204).send());
}
