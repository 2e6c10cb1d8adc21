import { generateApiKey } from '../../../server/src/modules/identity/credentials/keys/format.ts';
import type { Attack } from '../attack.ts';
import { fillWithItems, nest } from './bodies.ts';

const MANY_SCOPES = fillWithItems('{"api_key":"svc_live_x","scopes":[', ']}');
const DEEP_SCOPES = nest('{"api_key":"svc_live_x","scopes":', '}');
const LONG_TEXT = 'a'.repeat(12_000);

/** Attacks by a client without an account. */
export const WITHOUT_KEY: readonly Attack[] = [
  {
    name: 'no key: 1 MiB of scopes to /auth/token',
    lanes: 2,
    strike: ({ client }) => client.send({ path: '/auth/token', body: MANY_SCOPES }),
  },
  {
    name: 'no key: 1 MiB of nesting to /auth/token',
    lanes: 2,
    strike: ({ client }) => client.send({ path: '/auth/token', body: DEEP_SCOPES }),
  },
  {
    name: 'no key: wrong credentials',
    lanes: 16,
    strike: ({ client }, turn) =>
      turn % 2 === 0
        ? client.send({ path: '/auth/token', body: JSON.stringify({ api_key: generateApiKey('live') }) })
        : client.send({ path: '/tickets', key: generateApiKey('live') }),
  },
  {
    name: 'no key: credentials shaped like a page',
    lanes: 8,
    strike: ({ client, innocent }, turn) =>
      client.send({ path: '/tickets', key: `${innocent.accountId} live ${turn % 4} /api/v1/tickets` }),
  },
  {
    name: 'no key: long keys and long URLs',
    lanes: 8,
    strike: ({ client }, turn) =>
      turn % 2 === 0
        ? client.send({ path: '/tickets', key: `${turn}${LONG_TEXT}` })
        : client.send({ path: `/tickets?fresh=${turn}${LONG_TEXT}` }),
  },
];
