import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { integer, optional, text } from '#kernel/command.ts';
import { isWebhookSecret } from '#kernel/net/signature.ts';
import { createWebhookReceiver, type ReceivedDelivery } from '#kernel/net/webhook-receiver.ts';
import { describeCommand, makeVisible, parseOptions, UsageError } from './command-line.ts';
import type { Running } from './serve.ts';

const LISTEN = {
  name: 'listen',
  summary: 'Receive webhooks on this machine: verify what arrives and print it. Needs no database.',
  options: {
    port: integer('The port to listen on; 0 takes a free one.', { default: 9000 }),
    host: text('The address to listen on.', { default: '127.0.0.1' }),
    secret: optional(text("The webhook's secret, whsec_…; without one nothing is verified.")),
    secret_file: optional(text('A file with the secret, which keeps it out of the process list.')),
  },
};

type Print = (text: string) => void;

/** Runs `hostler listen`; returns undefined if only help was requested. */
export async function listen(args: readonly string[], print: Print): Promise<Running | undefined> {
  if (args.includes('--help')) {
    print(describeCommand(LISTEN));
    return undefined;
  }
  const json = args.includes('--json');
  const rest = args.filter((arg) => arg !== '--json');
  const options = parseOptions(LISTEN, rest);
  const secret = await readSecret(options.secret, options.secret_file);
  const server = createWebhookReceiver(secret, (delivery) => print(json ? toJson(delivery) : toText(delivery)));
  const url = await start(server, options.port, options.host);
  const how = secret === undefined ? 'Nothing is verified without --secret.' : 'Signatures are verified.';
  print(json ? JSON.stringify({ listening: url }) : `Webhooks sent to ${url} (any path) are shown here. ${how}\n`);
  return {
    url,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readSecret(given: string | undefined, file: string | undefined): Promise<string | undefined> {
  if (given !== undefined && file !== undefined) throw new UsageError('Give --secret or --secret-file, not both.');
  if (given === undefined && file === undefined) return undefined;
  const secret = given ?? (await readSecretFile(file ?? ''));
  // The text may be another secret and ends up in a log, so it must not be repeated.
  if (!isWebhookSecret(secret)) throw new UsageError('The secret is not one of a webhook; those begin with whsec_.');
  return secret;
}

async function readSecretFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`${file} cannot be read.`);
  return text.trim();
}

async function start(server: ReturnType<typeof createWebhookReceiver>, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? `Port ${port} is in use by another program.` : `${message}.`;
      reject(new UsageError(`${why} Choose another one with --port or --host.`));
    });
    if (port > 65_535) throw new UsageError('--port must be at most 65535.');
    server.listen(port, host, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
}

function toJson({ event, id, verified, body }: ReceivedDelivery): string {
  const known = { event: event ?? null, id: id ?? null, verified: verified ?? null };
  return JSON.stringify({ received_at: new Date().toISOString(), ...known, body: parse(body) });
}

function toText({ event, id, verified, body }: ReceivedDelivery): string {
  const verdict = verified === undefined ? 'not checked' : verified ? 'verified' : 'NOT VERIFIED, answered 401';
  const head = [new Date().toISOString(), event ?? '(no event)', `id ${id ?? '-'}`, verdict].join('  ');
  const parsed = parse(body);
  return makeVisible(`${head}\n${typeof parsed === 'string' ? parsed : JSON.stringify(parsed, null, 2)}\n`);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
