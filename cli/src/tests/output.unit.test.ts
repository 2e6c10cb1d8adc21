import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HostlerError, verifyWebhook } from '../../../sdk/src/index.ts';
import { signedHeaders } from '../commands/events.ts';
import { CliError, explain, redact } from '../failure.ts';
import { formatRecord, formatTable } from '../output/format.ts';
import { formatRows, parseOutput } from '../output/print.ts';
import { findTarget } from '../session.ts';

describe('a table', () => {
  it('aligns columns and formats amounts, lists and missing values', () => {
    const rows = [
      { id: 1, total: 1190, currency: 'EUR', tags: ['a', 'b'], note: null },
      { id: 12, total: 5, currency: 'JPY', tags: [], note: 'two\nlines' },
    ];
    expect(formatTable(['id', 'total', 'tags', 'note'], rows)).toBe(
      ['ID  TOTAL      TAGS  NOTE', '1   11.90 EUR  a, b  -', '12  5 JPY      -     two lines', ''].join('\n'),
    );
  });

  it('shows the columns that are asked for, and refuses unknown ones', () => {
    const known = ['id', 'hostname', 'traffic'];
    const rows = [{ id: 1, hostname: 'web1', traffic: { used: 7 } }];
    const format = (text: string) => formatRows(rows, { output: parseOutput(text), columns: ['id'], known });
    expect(format('columns=hostname,traffic.used')).toBe('HOSTNAME  TRAFFIC.USED\nweb1      7\n');
    expect(() => format('columns=nothing')).toThrow('Unknown column: nothing. Columns: id, hostname, traffic.');
    expect(() => format('xml')).toThrow('--output must be table, json or columns=NAME,NAME.');
  });

  it('never passes control characters of data to the terminal', () => {
    const evil = 'a\u001b]0;title\u0007\u202eb';
    expect(formatTable(['subject'], [{ subject: evil }])).toBe('SUBJECT\na\\u001b]0;title\\u0007\\u202eb\n');
    expect(formatRecord({ subject: evil })).toBe('subject: a\\u001b]0;title\\u0007\\u202eb\n');
  });

  it('shows a record with its lists below', () => {
    const record = { id: 7, resource: { type: 'hosting', id: 3 }, messages: [{ author: 'Ann', message: 'Hello' }] };
    expect(formatRecord(record)).toBe(
      'id:            7\nresource.type: hosting\nresource.id:   3\n\nmessages\nAUTHOR  MESSAGE\nAnn     Hello\n',
    );
  });
});

describe('a failure', () => {
  const url = 'https://cloud.example.com';
  const network = (code: string, message = '') =>
    new HostlerError({ code: 'NETWORK_ERROR', message: '', cause: Object.assign(new Error(message), { code }) });

  it('has the exit code and says what to do', () => {
    const refused = new HostlerError({ status: 401, code: 'INVALID_API_KEY', message: 'Invalid API key.' });
    expect(explain(refused, url)).toEqual({
      exitCode: 1,
      message: 'Invalid API key.\nThe key may be revoked or expired. Sign in again: hostctl login\n(INVALID_API_KEY)',
    });
    expect(explain(new CliError('Wrong.'), url)).toMatchObject({ exitCode: 2, message: 'Wrong.' });
    expect(explain(network('ECONNREFUSED'), url)).toEqual({
      exitCode: 3,
      message: `Cannot reach ${url}: connection refused.`,
    });
    expect(explain(network('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), url)).toEqual({
      exitCode: 3,
      message: `The certificate of ${url} is not trusted: self-signed certificate. Pass the file of its certificate authority with --ca.`,
    });
  });

  it('lists the wrong fields', () => {
    const details = [{ field: 'subject', message: 'must not be empty' }];
    const error = new HostlerError({
      status: 422,
      code: 'VALIDATION_ERROR',
      message: 'Invalid.',
      details,
      requestId: 'r1',
    });
    expect(explain(error, url).message).toBe('Invalid.\n  subject: must not be empty\n(VALIDATION_ERROR, request r1)');
  });

  it('shows no key', () => {
    expect(redact('Unexpected svc_live_abc-DEF_1 and svc_at_x.')).toBe('Unexpected svc_live_… and svc_at_….');
  });
});

describe('the key of a command', () => {
  const contexts = {
    work: { url: 'https://a.example', token: 'svc_live_work', test_token: 'svc_test_work' },
    other: { url: 'https://b.example', token: 'svc_live_other' },
  };
  const config = { current: 'work', contexts };
  const tokenOf = (env: Record<string, string>, chosen = {}) => findTarget(env, config, chosen).token;

  it('is that of the option, the environment or the current context', () => {
    expect(tokenOf({})).toBe('svc_live_work');
    expect(tokenOf({}, { sandbox: true })).toBe('svc_test_work');
    expect(tokenOf({ HOSTCTL_CONTEXT: 'other' })).toBe('svc_live_other');
    expect(tokenOf({ HOSTCTL_TOKEN: 'svc_live_env' }, { context: 'other' })).toBe('svc_live_other');
    expect(findTarget({ HOSTCTL_TOKEN: 'svc_live_env' }, config, {})).toMatchObject({
      url: 'https://a.example',
      token: 'svc_live_env',
    });
    expect(tokenOf({ HOSTCTL_URL: 'https://b.example/' })).toBe('svc_live_other');
  });

  it('is never sent to another server, and a live key is never used for the sandbox', () => {
    expect(() => tokenOf({ HOSTCTL_URL: 'https://c.example' })).toThrow('No key for https://c.example.');
    expect(() => tokenOf({}, { context: 'other', sandbox: true })).toThrow('--sandbox needs a test key');
    expect(() => tokenOf({ HOSTCTL_TOKEN: 'svc_live_env' }, { sandbox: true })).toThrow('--sandbox needs a test key');
    expect(() => tokenOf({ HOSTCTL_CONTEXT: 'toString' })).toThrow('There is no context toString.');
    expect(() => tokenOf({ HOSTCTL_TOKEN: 'two\nlines' })).toThrow(/^The key is not valid/);
  });
});

describe('a forwarded event', () => {
  it('is signed like a real delivery', async () => {
    const file = new URL('../../../testdata/webhook-signatures.json', import.meta.url);
    const [vector] = (
      JSON.parse(readFileSync(file, 'utf8')) as {
        vectors: { secret: string; body: string; headers: Record<string, string> }[];
      }
    ).vectors;
    if (!vector) throw new Error('there are no vectors');
    const { secret, body, headers } = vector;
    const made = signedHeaders(secret, 1, 'ticket.created', body);
    expect(Object.keys(headers).filter((name) => !(name in made))).toEqual([]);
    expect(made['X-Webhook-Signature']).toBe(headers['X-Webhook-Signature']);
    expect(await verifyWebhook(body, made, secret)).toMatchObject({ id: 1 });
  });
});
