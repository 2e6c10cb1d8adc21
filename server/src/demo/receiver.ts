import type { FastifyInstance } from 'fastify';

export const RECEIVER_PATH = '/demo/receiver';
const LARGEST = 1024 ** 2;

/** A webhook receiver of a customer, so that the demo shows successful deliveries. Stores nothing. */
export function registerDemoReceiver(http: FastifyInstance): void {
  http.post(RECEIVER_PATH, { bodyLimit: LARGEST }, async (_request, reply) => reply.code(204).send());
}
