import { randomUUID } from 'node:crypto';
import { HostlerError } from '../../../sdk/src/index.ts';
import { type Command, type Invocation, textOf } from '../command.ts';
import { CliError, EXIT } from '../failure.ts';
import { readTextFile } from '../options.ts';
import { toPlain } from '../output/format.ts';

const METHODS = ['GET', 'POST'];
const TIMEOUT_MS = 60_000;

/** Calls a path of the API as it is: `hostctl api GET /hosting`. */
export const apiCommand: Command = {
  words: 'api',
  summary: 'Send a request to the API and print the response',
  description:
    'The path is relative to /api/v1, such as /hosting?status=running. A --field is sent in the body as text, or as JSON with --field name:=value.',
  args: [
    { name: 'method', isRequired: true, values: METHODS },
    { name: 'path', isRequired: true },
  ],
  options: {
    field: { type: 'string', multiple: true, short: 'f', description: 'Field of the body: name=text or name:=json.' },
    'input-file': { type: 'string', description: 'File with the body as JSON; - is standard input.' },
    'idempotency-key': { type: 'string', description: 'Makes a repeated request safe. Default: a random key.' },
  },
  run: sendRequest,
};

async function sendRequest({ args: [given = '', path = ''], values, program }: Invocation): Promise<void> {
  const method = given.toUpperCase();
  if (!METHODS.includes(method)) throw new CliError(`The method must be one of: ${METHODS.join(', ')}.`);
  // Anything else could name another host, which would get the key.
  if (!path.startsWith('/')) throw new CliError('The path must begin with a slash, such as /hosting.');
  const body = method === 'POST' ? readBody(values.field, textOf(values, 'input-file')) : undefined;
  const { url, token, http } = program.session();
  const scenario = textOf(values, 'scenario');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sent = http.fetch(`${url}${path.startsWith('/api/') ? path : `/api/v1${path}`}`, {
    method,
    body: body ?? null,
    signal,
    headers: {
      Accept: 'application/json',
      ...(token.startsWith('svc_at_') ? { Authorization: `Bearer ${token}` } : { 'X-API-Key': token }),
      ...(method === 'POST' ? { 'Idempotency-Key': textOf(values, 'idempotency-key') ?? randomUUID() } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(scenario === undefined ? {} : { 'X-Sandbox-Scenario': scenario }),
    },
  });
  const response = await sent.catch((cause) => {
    if (cause instanceof HostlerError) throw cause;
    throw new HostlerError({ code: signal.aborted ? 'TIMEOUT' : 'NETWORK_ERROR', message: 'No response.', cause });
  });
  const text = await response.text();
  program.print(`${formatBody(text)}\n`);
  if (!response.ok)
    throw new CliError(`The status is ${response.status}.`, isJson(text) ? EXIT.refused : EXIT.unreachable);
}

function readBody(fields: unknown, file: string | undefined): string | undefined {
  const pairs = (fields ?? []) as readonly string[];
  if (file !== undefined) {
    if (pairs.length > 0) throw new CliError('Use either --field or --input-file.');
    return readTextFile(file);
  }
  return pairs.length === 0 ? undefined : JSON.stringify(Object.fromEntries(pairs.map(parseField)));
}

function parseField(pair: string): [string, unknown] {
  const [, name = '', json, text = ''] = /^([\w.-]+)(:?)=(.*)$/s.exec(pair) ?? [];
  if (name === '') throw new CliError('--field must be name=text or name:=json.');
  if (json === '') return [name, text];
  try {
    return [name, JSON.parse(text)];
  } catch {
    throw new CliError(`--field ${name}:= needs JSON after the sign.`);
  }
}

function formatBody(text: string): string {
  return isJson(text) ? JSON.stringify(JSON.parse(text), null, process.stdout.isTTY ? 2 : 0) : toPlain(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
