import { startHttpReceiver, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryError } from './delivery-error.ts';
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from './guarded-agent.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { parseNetwork } from './networks.ts';
import type { Resolve } from './resolver.ts';

const PUBLIC = '8.8.8.8';

/** An internal service of the operator that trusts every client. */
let secretService: TestReceiver;
let client: GuardedClient | undefined;
const seen: (string | undefined)[] = [];

beforeEach(async () => {
  seen.length = 0;
  secretService = await startHttpReceiver((request, response) => {
    seen.push(request.headers.host);
    response.end('the secret');
  });
});
afterEach(async () => {
  await client?.close();
  await secretService.close();
});

function send(host: string, options: Partial<GuardedClientOptions> = {}) {
  client ??= createGuardedClient({ deniedNetworks: [], allowedNetworks: [], allowLoopback: false, ...options });
  return client.post(`http://${host}:${secretService.port}/`, { headers: {}, body: '{}' });
}

async function expectRefusal(delivery: Promise<unknown>): Promise<void> {
  const error = await delivery.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  expect(error).toMatchObject({
    kind: 'refused_target',
    toldKind: 'address',
    message: 'The host has no address that this service sends to.',
  });
  expect(secretService.connections()).toBe(0);
}

/** Returns a resolver with a different answer per call; the last one repeats. */
function answering(...answers: string[][]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  const resolve: Resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
  return { resolve, asked: () => asked };
}

describe('a connection', () => {
  afterEach(() => {
    client = undefined;
  });

  const privateAnswers = [
    ...['127.0.0.1', '0.0.0.0', '10.0.0.1', '169.254.169.254', '100.64.0.1', '255.255.255.255', '224.0.0.1'],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['fe80::1', 'fe80::1%lo', 'fd00::1', 'ff02::1', '2130706433', '0x7f.1', '127.1', 'localhost', ''],
  ];
  for (const address of privateAnswers) {
    it(`is refused if the name resolves to ${address || 'nonsense'}`, async () => {
      await expectRefusal(send('rebind.example', { resolve: async () => [address] }));
    });
  }

  it('is refused if one of several addresses is private, at any position', async () => {
    for (const addresses of [
      [PUBLIC, '127.0.0.1'],
      ['127.0.0.1', PUBLIC],
      ['2606:4700::1111', '::ffff:127.0.0.1', PUBLIC],
    ]) {
      client = undefined;
      await expectRefusal(send('both.example', { resolve: async () => addresses }));
    }
  });

  it('is refused for a name with an internal address, although the URL passes the check', async () => {
    const { resolve } = answering(['127.0.0.1']);
    client = createGuardedClient({ deniedNetworks: [], allowedNetworks: [], allowLoopback: false, resolve });
    expect(client.checkTarget(`http://rebind.example:${secretService.port}/`)).toBe(undefined);
    await expectRefusal(send('rebind.example'));
  });

  it('is refused in a denied network, in any notation, even if it is also allowed', async () => {
    const deniedNetworks = ['127.0.0.0/8', PUBLIC, '2606:4700::/32'].map(parseNetwork);
    const allowedNetworks = [parseNetwork('127.0.0.1')];
    for (const address of ['127.0.0.1', PUBLIC, `::ffff:${PUBLIC}`, `64:ff9b::${PUBLIC}`, '2606:4700::1111']) {
      const resolve = async () => [address];
      const guarded = createGuardedClient({ deniedNetworks, allowedNetworks, allowLoopback: true, resolve });
      client = guarded;
      const host = address.includes(':') ? `[${address}]` : address;
      await expectRefusal(send('own.example'));
      await expectRefusal(send(host));
      expect(guarded.checkTarget(`http://${host}/`)).toMatch(/^must be a public address/);
    }
  });

  it('uses the checked address without a second lookup', async () => {
    const names = answering(['127.0.0.1'], ['10.255.255.1']);
    const answer = await send('rebind.example', { allowLoopback: true, resolve: names.resolve });
    expect(answer).toMatchObject({ status: 200, bodyStart: 'the secret' });
    expect(names.asked()).toBe(1);
    expect(seen).toEqual([`rebind.example:${secretService.port}`]);
  });

  it('is checked again when it is reopened', async () => {
    const names = answering(['127.0.0.1'], ['127.0.0.2']);
    const allowedNetworks = [parseNetwork('127.0.0.1')];
    const closing = await startHttpReceiver((_, response) => response.setHeader('connection', 'close').end());
    client = createGuardedClient({ deniedNetworks: [], allowedNetworks, allowLoopback: false, resolve: names.resolve });
    const post = () => client?.post(`http://rebind.example:${closing.port}/`, { headers: {}, body: '{}' });
    expect(await post()).toMatchObject({ status: 200 });
    await expect(post()).rejects.toMatchObject({ kind: 'refused_target' });
    expect(closing.connections()).toBe(1);
    await closing.close();
  });

  it('is refused for an address in the URL, in any notation', async () => {
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '0',
      'localhost',
    ]) {
      client = undefined;
      await expectRefusal(send(host));
    }
  });

  it('is refused by the connector itself for an internal address', async () => {
    const policy = { deniedNetworks: [], allowedNetworks: [], allowLoopback: false };
    const connect = createGuardedConnector({ policy, resolve: async () => [PUBLIC], connectMs: 1_000, ca: undefined });
    for (const hostname of [
      '127.0.0.1',
      '0.0.0.0',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
    ]) {
      const target = { hostname, protocol: 'http:', port: String(secretService.port) };
      const error = await new Promise((resolve) => connect(target, (...[failure]) => resolve(failure)));
      expect(error, hostname).toMatchObject({ kind: 'refused_target' });
    }
    expect(secretService.connections()).toBe(0);
  });

  it('is refused for localhost even if a name server returns another address', async () => {
    await expectRefusal(send('localhost', { resolve: async () => [PUBLIC] }));
  });

  it('does not follow a redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const redirecting = await startHttpReceiver((_, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${secretService.port}/` }).end(),
      );
      client = createGuardedClient({ deniedNetworks: [], allowedNetworks: [], allowLoopback: true });
      const url = `http://127.0.0.1:${redirecting.port}/`;
      expect(await client.post(url, { headers: {}, body: '{}' })).toMatchObject({ status });
      expect(secretService.connections()).toBe(0);
      await client.close();
      await redirecting.close();
    }
  });

  it('tries the next allowed address when the first does not answer', async () => {
    const answer = await send('two.example', { allowLoopback: true, resolve: async () => ['::1', '127.0.0.1'] });
    expect(answer.status).toBe(200);
  });

  it('fails with a plain message if the name is unknown', async () => {
    const unknown = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND internal.example at 10.0.0.53'), { code: 'ENOTFOUND' });
    };
    for (const resolve of [unknown, async () => []]) {
      client = undefined;
      const failure = {
        kind: 'dns',
        toldKind: 'address',
        message: 'The host has no address that this service sends to.',
      };
      await expect(send('nowhere.example', { resolve })).rejects.toMatchObject(failure);
    }
  });

  it('times out if a name server never answers', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    await expect(send('slow.example', { resolve, limits: { connectMs: 100 } })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });
});

describe('a target', () => {
  it('passes the check with the same result whether its name is internal, unknown, or slow to resolve', () => {
    const inside: Resolve = async () => ['10.0.0.1'];
    const nowhere: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const slow: Resolve = () => new Promise(() => {});
    for (const resolve of [inside, nowhere, slow]) {
      client = createGuardedClient({ deniedNetworks: [], allowedNetworks: [], allowLoopback: false, resolve });
      expect(client.checkTarget('https://hooks.example/x')).toBe(undefined);
      expect(client.checkTarget('https://u:p@hooks.example/x')).toMatch(/user name/);
    }
  });
});
