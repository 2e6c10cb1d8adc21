import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostlerEvent, WebhookDelivery } from '@hostler/sdk';
import { expect, it } from 'vitest';
import { bodyOf, describeRequest, writeCurl } from './delivery-request.ts';

const HOSTILE = `it's "$HOME" \`id\` $(id) \\ \n<script>alert(1)</script> 🙂`;
const event = {
  id: 42,
  event: 'ticket.created',
  timestamp: '2026-11-15T10:00:00+00:00',
  data: { id: 7, subject: HOSTILE },
} as unknown as HostlerEvent;
const delivery = {
  id: 3,
  event_id: 42,
  event: 'ticket.created',
  created_at: '2026-11-15T10:00:01+00:00',
  attempts: [],
};

it('shows the headers of the selected attempt', () => {
  const attempt = { attempted_at: '2026-11-15T10:00:05+00:00' };
  const { headers } = describeRequest(delivery as unknown as WebhookDelivery, event, attempt as never);
  expect(Object.fromEntries(headers)).toMatchObject({ 'X-Webhook-Id': '42', 'X-Webhook-Timestamp': '1794736805' });
});

it('the curl command sends the exact body with its signature, even if it contains shell characters', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const received = new Promise<{ body: string; signature: unknown }>((resolve) => {
    server.on('request', async (request, response) => {
      const chunks = await request.toArray();
      response.end('ok');
      resolve({ body: Buffer.concat(chunks).toString(), signature: request.headers['x-webhook-signature'] });
    });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/it's?a=1&b=2`;
  const line = writeCurl({ url }, delivery as unknown as WebhookDelivery, event);
  const done = once(spawn('sh', ['-c', line], { env: { ...process.env, WEBHOOK_SECRET: 'whsec_x' } }), 'close');
  const { body, signature } = await received;
  await done;
  server.close();
  expect(body).toBe(bodyOf(event));
  expect(signature).toBe(`sha256=${createHmac('sha256', 'whsec_x').update(body).digest('hex')}`);
});
