import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Event, EventType } from '../../../sdk/src/index.ts';
import { type Command, type Invocation, textOf } from '../command.ts';
import { configFolder, writePrivately } from '../config.ts';
import { CliError } from '../failure.ts';
import { followEvents } from '../follow-events.ts';
import { createHttp, type Http } from '../http.ts';
import { readTextFile } from '../options.ts';
import { formatValue, type Row } from '../output/format.ts';
import { parseOutput } from '../output/print.ts';
import { nameOf } from '../records.ts';

const DEFAULT_LAST = 10;
const MOST_LAST = 1000;
/** The same time limit as for real deliveries. */
const TIMEOUT_MS = 15_000;

export const eventCommands: readonly Command[] = [
  {
    words: 'events tail',
    summary: 'Print events as they happen',
    description: 'Ends with Ctrl-C. With --output json, each line is one event.',
    args: [],
    options: {
      type: { type: 'string', description: 'Only events with this name, such as ticket.replied.' },
      last: { type: 'string', description: `Past events to begin with. Default ${DEFAULT_LAST}.` },
    },
    run: tail,
  },
  {
    words: 'webhook listen',
    summary: 'Send new events to a program on this machine',
    description:
      'Reads the event feed and sends each new event as a webhook delivery, signed like a real one, so that no tunnel is needed. Each event is sent once. The secret is stored and stays the same.',
    args: [],
    options: {
      'forward-to': { type: 'string', isRequired: true, description: 'URL, such as http://localhost:3000/webhooks.' },
      event: { type: 'string', multiple: true, description: 'Only events with this name.' },
      'secret-file': {
        type: 'string',
        description: 'File with the secret (whsec_…). Default: one that hostctl creates.',
      },
    },
    run: listen,
  },
];

async function tail({ values, program }: Invocation): Promise<void> {
  const isJson = parseOutput(textOf(values, 'output')).kind === 'json';
  const last = textOf(values, 'last') ?? String(DEFAULT_LAST);
  if (!/^\d{1,4}$/.test(last) || Number(last) > MOST_LAST) throw new CliError(`--last must be 0 to ${MOST_LAST}.`);
  const { hostler } = program.session();
  const type = textOf(values, 'type') as EventType | undefined;
  for await (const event of followEvents(hostler, { type, last: Number(last), onTrouble: program.note })) {
    program.print(isJson ? `${JSON.stringify(event)}\n` : `${describe(event)}\n`);
  }
}

function describe({ id, event, timestamp, data }: Event): string {
  return formatValue(`${id}  ${timestamp}  ${event.padEnd(22)}  ${nameOf(data as unknown as Row)}`);
}

async function listen({ values, program }: Invocation): Promise<void> {
  const url = textOf(values, 'forward-to');
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new CliError('--forward-to must be a URL that begins with http.');
  const secret = findSecret(textOf(values, 'secret-file'), program.env);
  const wanted = values.event as readonly string[] | undefined;
  const { hostler } = program.session();
  const http = createHttp({ env: program.env });
  program.print(`Sending events to ${url}. Secret: ${secret}\n`);
  for await (const event of followEvents(hostler, { last: 0, onTrouble: program.note })) {
    if (wanted && !wanted.includes(event.event)) continue;
    program.print(`${describe(event)}  ${await forward(http, url, secret, event)}\n`);
  }
}

function findSecret(file: string | undefined, env: Invocation['program']['env']): string {
  const stored = file ?? join(configFolder(env), 'webhook-secret');
  if (file === undefined && !existsSync(stored))
    writePrivately(stored, `whsec_${randomBytes(24).toString('base64')}\n`);
  const secret = readTextFile(stored).trim();
  if (!/^whsec_[\w+/=-]{8,}$/.test(secret)) throw new CliError(`${stored} has no secret. Secrets begin with whsec_.`);
  return secret;
}

/** Returns the status of the answer, or why there is none. */
async function forward(http: Http, url: string, secret: string, event: Event): Promise<string> {
  const { id, ...content } = event;
  const body = JSON.stringify(content);
  try {
    const headers = signedHeaders(secret, id, event.event, body);
    const { status } = await http.fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return String(status);
  } catch (error) {
    const { code, name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    return `no answer: ${code ?? name}`;
  }
}

/** Returns the headers of a delivery; docs/webhooks.md describes them. */
export function signedHeaders(secret: string, id: number, event: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Hostler-Webhooks',
    'X-Webhook-Event': event,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Id': String(id),
    'X-Webhook-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': String(id),
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
