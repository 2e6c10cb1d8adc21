import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from '#kernel/log.ts';
import { moveDurably, writeDurably } from '../../../durable-file.ts';
import { isArriving } from '../arrival.ts';
import { createClient } from '../client.ts';
import { createOperations } from '../operations.ts';
import { ensureProject, type Project } from '../project.ts';
import { isOurs, notes } from '../spec.ts';
import type { Instance, Server } from '../wire.ts';
import { type Card, renderCards, renderChange, renderRules } from './render.ts';
import { confirmationOf, helperNote, readTarget } from './target.ts';

const run = promisify(execFile);
const SIGN_EVERY_MS = 30_000;
const RETRY_MS = 1_000;

export interface HelperOptions {
  /** Unix socket of the engine on this host. */
  socket: string;
  project: string;
  /** Folder of `rules.nft`, which is loaded at boot before the engine starts. */
  folder: string;
  log: Logger;
}

/**
 * Enforces the packet rules of all machines of a project on this host, until the signal is aborted. Follows the events
 * of the engine, loads the rules of changed machines with nftables, and confirms them on each machine. If the engine or nftables
 * fails, the loaded rules stay, nothing is confirmed, and it tries again.
 */
export async function runFirewallHelper({ socket, project, folder, log }: HelperOptions, signal: AbortSignal) {
  const client = createClient({ url: `unix:${socket}` }, project);
  const operations = createOperations(client);
  const bridges = new Set<string>();
  let rendered: ReadonlyMap<string, Card> | undefined;
  /** Unknown after a failure. */
  let loaded: ReadonlyMap<string, Card> | undefined;
  let signedAt = Number.NEGATIVE_INFINITY;

  async function reconcile(host: string): Promise<void> {
    const { metadata } = await client.call<Instance[]>('GET', '/1.0/instances', { query: { recursion: '1' }, signal });
    const here = metadata.filter(
      (one) => (one.location === host || one.location === 'none') && isOurs(one, one.name) && !isArriving(one.name),
    );
    // If two machines name the same interface, the running one has it.
    here.sort((a, b) => Number(b.status === 'Running') - Number(a.status === 'Running'));
    await trackBridges(here);
    rendered = renderCards(here.map(readTarget), rendered);
    await load(rendered);
    for (const instance of here) await confirm(instance);
  }

  /** Sends bridged packets through connection tracking. */
  async function trackBridges(instances: readonly Instance[]): Promise<void> {
    const used = instances.flatMap(({ expanded_devices: devices }) =>
      Object.values(devices).flatMap(({ type, network, parent }) => (type === 'nic' ? [network || parent || ''] : [])),
    );
    for (const bridge of new Set(used)) {
      if (bridge === '' || bridges.has(bridge)) continue;
      const settings = ['nf_call_iptables', '1', 'nf_call_ip6tables', '1'];
      await run('ip', ['link', 'set', 'dev', bridge, 'type', 'bridge', ...settings], { signal });
      bridges.add(bridge);
    }
  }

  /**
   * Loads the rules that changed, in a transaction per interface: the rules of one machine, however many, do not delay
   * those of others. The first time, and after a failure, everything is replaced at once.
   */
  async function load(cards: ReadonlyMap<string, Card>): Promise<void> {
    const before = loaded;
    const changes = [...new Set([...(before?.keys() ?? []), ...cards.keys()])]
      .map((card) => renderChange(before?.get(card), cards.get(card)))
      .filter((change) => change !== '');
    if (before && changes.length === 0) return;
    const rules = renderRules([...cards.values()]);
    const [next, file] = [join(folder, 'rules.nft.new'), join(folder, 'rules.nft')];
    await writeDurably(next, rules);
    loaded = undefined;
    if (before) {
      // Small ones first.
      for (const change of changes.sort((a, b) => a.length - b.length)) {
        await writeFile(join(folder, 'change.nft'), change);
        await run('nft', ['-f', join(folder, 'change.nft')], { signal });
      }
    } else await run('nft', ['-f', next], { signal });
    await moveDurably(next, file);
    loaded = cards;
    log.info({ bytes: rules.length, changed: changes.length }, 'firewall rules loaded');
  }

  async function confirm(instance: Instance): Promise<void> {
    const target = readTarget(instance);
    const applied = target.policy === '' ? '' : confirmationOf(target);
    if ((instance.config[notes.firewallApplied] ?? '') === applied) return;
    const body = { config: { [notes.firewallApplied]: applied } };
    await operations.run('PATCH', `/1.0/instances/${encodeURIComponent(instance.name)}`, { body, signal });
  }

  /** Lets the control plane know that this host enforces rules. */
  async function sign(host: string): Promise<void> {
    if (performance.now() - signedAt < SIGN_EVERY_MS) return;
    await ensureProject({ client, operations, project }, signal);
    const path = `/1.0/projects/${encodeURIComponent(project)}`;
    const { metadata } = await client.call<Project>('GET', path, { project: null, signal });
    const config = { ...metadata.config, [`${helperNote}${host}`]: String(Math.floor(Date.now() / 1000)) };
    // LXD 5.0 takes a partial change for one of the features that it leaves out.
    await operations.run('PUT', path, { project: null, body: { description: metadata.description, config }, signal });
    signedAt = performance.now();
  }

  /** Follows the engine until the connection breaks. */
  async function follow(): Promise<void> {
    const { metadata } = await client.call<Server>('GET', '/1.0', { project: null, signal });
    const host = metadata.environment?.server_name ?? 'none';
    await ensureProject({ client, operations, project }, signal);
    const events = await client.openSocket('/1.0/events', { query: { type: 'lifecycle' }, signal });
    const ended = new AbortController();
    let wake = () => {};
    let isStale = true;
    const note = () => {
      isStale = true;
      wake();
    };
    const reading = (async () => {
      for await (const _event of events.read()) note();
    })()
      .catch(() => {})
      .finally(() => {
        ended.abort();
        note();
      });
    const stop = () => ended.abort();
    signal.addEventListener('abort', stop);
    try {
      while (!ended.signal.aborted && !signal.aborted) {
        isStale = false;
        await reconcile(host);
        await sign(host);
        if (isStale) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, SIGN_EVERY_MS);
          const go = () => {
            clearTimeout(timer);
            resolve();
          };
          wake = go;
          ended.signal.addEventListener('abort', go, { once: true });
        });
      }
    } finally {
      signal.removeEventListener('abort', stop);
      events.close();
      await reading;
    }
  }

  await run('modprobe', ['br_netfilter']).catch(() => {}); // built into some kernels
  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'firewall helper: the engine or nftables failed, trying again');
    }
    // The bridge may be a new one after a restart of the engine.
    bridges.clear();
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}
