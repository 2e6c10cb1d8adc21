import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { type PrivateEngine, startPrivateEngine } from '@hostler/testing/engines/private-lxd.ts';
import { findCommand } from '@hostler/testing/services/find-command.ts';
import { eventually, until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { VpsDriver } from '../driver.ts';
import type { FirewallPolicy, FirewallRule } from '../firewall.ts';
import { createIncusVps } from './incus.ts';

const program = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const everywhere = ['0.0.0.0/0', '::/0'];
const tcp = (ports: string, networks = everywhere): FirewallRule => ({ protocol: 'tcp', ports, networks });
let version = 0;
const makePolicy = (given: Partial<FirewallPolicy>): FirewallPolicy => ({
  ...{ version: ++version, isolated: false, blockSmtp: false, inbound: null, outbound: null },
  ...given,
});

describeWithService('lxd', 'firewalls on LXD, with real packets', (url) => {
  let host: PrivateEngine;
  let engine: TestEngine;
  let driver: VpsDriver;
  let helper: ChildProcess;

  beforeAll(async () => {
    host = await startPrivateEngine(url);
  });
  afterAll(() => host.close());

  beforeEach(async () => {
    engine = openEngine(host.url);
    driver = createIncusVps({ ...unpacked, url: host.url, project: engine.project });
    helper = startHelper();
    await until(async () => driver.capabilities.has('firewall') || ((await driver.check()) && false));
  });
  afterEach(async () => {
    await stopHelper();
    await engine.removeProject();
  });

  /** Starts the helper in the network of the host, as its systemd unit does. */
  function startHelper(): ChildProcess {
    const socket = host.url.slice('unix:'.length);
    const options = ['--socket', socket, '--project', engine.project, '--folder', join(host.folder, 'firewall')];
    const inside = [`--net=/proc/${host.pid()}/ns/net`, process.execPath, program, 'firewall-helper', ...options];
    return spawn('setpriv', ['--pdeathsig', 'KILL', 'nsenter', ...inside], { stdio: 'ignore' });
  }
  async function stopHelper(): Promise<void> {
    if (helper.exitCode !== null || helper.signalCode !== null) return;
    helper.kill('SIGKILL');
    await once(helper, 'exit');
  }

  async function make(firewall?: FirewallPolicy): Promise<{ name: string; ipv4: string; hwaddr: string }> {
    const { name, ipv4 } = await driver.create({ ...makeSpec(), firewall });
    const { config } = await engine.inspect(name);
    return { name, ipv4: ipv4[0] ?? '', hwaddr: config['volatile.eth0.hwaddr'] ?? '' };
  }
  const shell = (name: string, script: string) => engine.run(name, 'sh', '-c', script);
  /** Answers on these ports with its name. */
  const serve = (name: string, ...ports: number[]) =>
    shell(name, ports.map((port) => `(nc -ll -p ${port} -e echo ${name} </dev/null >/dev/null 2>&1 &)`).join('\n'));
  /** Returns the answer, or an empty text if there is none. */
  async function call(from: string, address: string, port: number): Promise<string> {
    await shell(from, `timeout 1 nc ${address} ${port} </dev/null >/root/heard 2>/dev/null; true`);
    return ((await engine.readFile(from, '/root/heard')) ?? '').trim();
  }
  const expectOpen = (from: string, { name, ipv4 }: { name: string; ipv4: string }, port: number) =>
    eventually(async () => expect(await call(from, ipv4, port), `port ${port}`).toBe(name));
  const expectClosed = async (from: string, { ipv4 }: { ipv4: string }, port: number) =>
    expect(await call(from, ipv4, port), `port ${port}`).toBe('');

  it('allow and drop ports between neighbours from the first packet, and replies pass', async () => {
    // A long list of networks is a set.
    const many = Array.from({ length: 9 }, (_, index) => `192.0.2.${index}/32`);
    const [short, long] = [tcp('7003', ['10.0.0.0/9', '10.118.0.0/20']), tcp('7004', [...many, '10.118.0.0/20'])];
    const server = await make(makePolicy({ inbound: [tcp('7000'), short, long, tcp('7005', many)] }));
    const other = await make();
    await serve(server.name, 7000, 7001, 7003, 7004, 7005);
    await serve(other.name, 7000);
    await expectOpen(other.name, server, 7000);
    await expectOpen(other.name, server, 7003);
    await expectOpen(other.name, server, 7004);
    await expectClosed(other.name, server, 7005);
    await expectClosed(other.name, server, 7001);
    // The answers to its own connections reach it, and it got its address by DHCP.
    await expectOpen(server.name, other, 7000);
    // A server without a firewall keeps full access.
    await driver.setFirewall(server.name, makePolicy({}));
    await expectOpen(other.name, server, 7001);
  });

  it('are replaced at once, while open connections continue', async () => {
    const [server, other] = [await make(), await make()];
    await serve(server.name, 7001);
    await shell(server.name, '(sleep 600 | nc -l -p 7000 >/root/got 2>/dev/null &)');
    const lines = 'echo one; until [ -e /root/go ]; do sleep 0.1; done; echo two; sleep 600';
    await driver.setFirewall(server.name, makePolicy({ inbound: [tcp('7000-7001')] }));
    await shell(other.name, `( { ${lines}; } | nc ${server.ipv4} 7000 >/dev/null 2>&1 & )`);
    const got = () => engine.readFile(server.name, '/root/got');
    await until(async () => (await got()) === 'one\n');
    await expectOpen(other.name, server, 7001);
    const began = performance.now();
    await driver.setFirewall(server.name, makePolicy({ inbound: [tcp('7002')] }));
    expect(performance.now() - began).toBeLessThan(5_000);
    await expectClosed(other.name, server, 7001);
    await shell(other.name, 'touch /root/go');
    await until(async () => (await got()) === 'one\ntwo\n');
    // An older policy changes nothing.
    await driver.setFirewall(server.name, { ...makePolicy({}), version: 1 });
    await expectClosed(other.name, server, 7001);
  });

  it('limit outgoing packets: an allow-list, blocked mail, and isolation', async () => {
    const [client, server] = [await make(), await make()];
    await serve(server.name, 25, 7000, 7001);
    await serve(client.name, 7000);
    await driver.setFirewall(client.name, makePolicy({ outbound: [tcp('25'), tcp('7000')], blockSmtp: true }));
    await expectOpen(client.name, server, 7000);
    await expectClosed(client.name, server, 7001);
    await expectClosed(client.name, server, 25);
    await expectOpen(server.name, client, 7000);
    await driver.setFirewall(client.name, makePolicy({ isolated: true }));
    await expectClosed(client.name, server, 7000);
    await expectClosed(server.name, client, 7000);
    await driver.setFirewall(client.name, makePolicy({}));
    await expectOpen(client.name, server, 25);
  });

  it('stay in effect after a restart and a restore', async () => {
    const [server, other] = [await make(), await make()];
    await driver.setFirewall(server.name, makePolicy({ inbound: [tcp('7000')] }));
    await driver.restart(server.name, { force: true });
    await serve(server.name, 7000, 7001);
    await expectOpen(other.name, server, 7000);
    await expectClosed(other.name, server, 7001);

    const spec = { ...makeSpec(), name: server.name };
    await driver.import(spec, await driver.export(server.name));
    const restored = await driver.start(server.name);
    expect(restored.ipv4).toEqual([server.ipv4]);
    await serve(server.name, 7000, 7001);
    await expectOpen(other.name, server, 7000);
    await expectClosed(other.name, server, 7001);
  });

  it('prevent a machine from drawing the packets of a running neighbour by its hardware address', async () => {
    const [thief, victim, caller] = [await make(), await make(), await make()];
    await serve(victim.name, 7000);
    await expectOpen(caller.name, victim, 7000);
    const steal = async () => {
      await shell(thief.name, `ip link set eth0 down; ip link set eth0 address ${victim.hwaddr}; ip link set eth0 up`);
      await shell(
        thief.name,
        `ip address replace ${thief.ipv4}/20 dev eth0; arping -c 1 -w 1 -I eth0 ${caller.ipv4}; true`,
      );
    };
    const learnt = async () => {
      const { config } = await engine.inspect(thief.name);
      const port = (await engine.inspect(thief.name)).devices.eth0?.host_name ?? config['volatile.eth0.host_name'];
      const table = await host.readInNetwork('bridge', 'fdb', 'show', 'dev', port ?? '');
      return table.split('\n').some((line) => line.startsWith(victim.hwaddr) && line.includes('master'));
    };
    await steal();
    expect(await learnt()).toBe(false);
    await expectOpen(caller.name, victim, 7000);
    // Without the helper's rules the bridge learns it, so the rules prevent it.
    await stopHelper();
    await host.readInNetwork('nft', 'delete', 'table', 'bridge', 'hostler');
    await eventually(async () => {
      await steal();
      expect(await learnt()).toBe(true);
    });
  });

  it('are repaired after the engine was killed in the middle of a replacement, and hold from boot', async () => {
    const [server, other] = [await make(makePolicy({ inbound: [tcp('7000-7001')] })), await make()];
    await stopHelper();
    const policy = makePolicy({ inbound: [tcp('7000')] });
    const working = driver.setFirewall(server.name, policy).catch((error: Error) => error);
    await until(
      async () => (await engine.inspect(server.name)).config['user.hostler.firewall'] === JSON.stringify(policy),
    );
    await host.crash();
    expect(await working).toMatchObject({ name: 'EngineError', code: 'unreachable' });
    // The rules of the file are loaded before the engine starts, like by the systemd unit.
    mkdirSync(join(host.folder, 'bin'), { recursive: true });
    const rules = join(host.folder, 'firewall', 'rules.nft');
    const boot = `#!/bin/sh\nnft -f ${rules}\nexec ${findCommand('lxd')} "$@"\n`;
    writeFileSync(join(host.folder, 'bin', 'lxd'), boot, { mode: 0o755 });
    await host.comeBack();
    expect(await host.readInNetwork('nft', 'list', 'table', 'bridge', 'hostler')).toContain('dport 7000-7001');
    helper = startHelper();
    await driver.setFirewall(server.name, policy);
    for (const { name } of [server, other]) await driver.start(name);
    await serve(server.name, 7000, 7001);
    await expectOpen(other.name, server, 7000);
    await expectClosed(other.name, server, 7001);
  });

  it('are refused in time if no helper runs', async () => {
    const server = await make();
    await stopHelper();
    await expect(driver.setFirewall(server.name, makePolicy({ inbound: [] }))).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('could not be applied'),
    });
    const fresh = createIncusVps({ url: host.url, project: `${engine.project}-other` });
    await fresh.check();
    expect(fresh.capabilities.has('firewall')).toBe(false);
    expect((await fresh.check()).gaps).toContainEqual(expect.stringContaining('firewall helper'));
  });
});
