// The limit L₂: what undici alone can do with signed POSTs, 64 in flight, and nothing recorded.
import { createRequire } from 'node:module';
import { eventBody } from '../server/src/kernel/events/emit.ts';
import { generateWebhookSecret, signDelivery } from '../server/src/kernel/net/signature.ts';
import { EVENT_DATA, EVENT_TYPE } from './webhook-seed.ts';

const IN_FLIGHT = 64;
const WARM_UP_MS = 1_000;

/** The part of undici that is used here. */
interface Undici {
  readonly Pool: new (origin: string, options: object) => { dispatch(request: object, handler: object): boolean };
}

// The server's own version: the limit is that of the library it uses.
const { Pool } = createRequire(new URL('../server/package.json', import.meta.url))('undici') as Undici;
const [origin = '', milliseconds = '0'] = process.argv.slice(2);
const pool = new Pool(origin, { connections: IN_FLIGHT, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
const secret = generateWebhookSecret();
const body = Buffer.from(eventBody({ type: EVENT_TYPE, created_at: Date.now(), data: EVENT_DATA }));

let sent = 0;
let answered = 0;

/** Handles each request in flight: the end of an answer starts the next request. */
const handler = {
  onRequestStart: () => {},
  onResponseStart(_controller: unknown, status: number) {
    if (status !== 200) fail(new Error(`The receiver answered ${status}.`));
  },
  onResponseData: () => {},
  onResponseEnd() {
    answered++;
    send();
  },
  onResponseError: (_controller: unknown, error: Error) => fail(error),
};

/** Signs like the product: the specification's signature and that of Standard Webhooks, anew for each message. */
function send(): void {
  const id = String(++sent);
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Hostler-Webhooks',
    'X-Webhook-Event': EVENT_TYPE,
    'X-Webhook-Timestamp': String(timestampSeconds),
    'X-Webhook-Id': id,
    ...signDelivery({ secret, id, timestampSeconds, body }),
  };
  pool.dispatch({ path: '/', method: 'POST', headers, body }, handler);
}

function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

for (let count = 0; count < IN_FLIGHT; count++) send();
setTimeout(() => {
  const before = { answered, at: performance.now(), cpu: process.cpuUsage() };
  setTimeout(() => {
    const count = answered - before.answered;
    const { user, system } = process.cpuUsage(before.cpu);
    const perSecond = (count * 1000) / (performance.now() - before.at);
    process.stdout.write(`${JSON.stringify({ perSecond, cpuUs: (user + system) / count })}\n`);
    process.exit(0);
  }, Number(milliseconds));
}, WARM_UP_MS);
