import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '../../engine.ts';
import type { VpsSpec } from '../driver.ts';
import type { CallOptions } from './client.ts';
import type { Context } from './context.ts';
import { isFileHelperGone, isMissing } from './errors.ts';
import { isOff, pathOf } from './instances.ts';
import { notes } from './spec.ts';
import type { Instance } from './wire.ts';

const folder = '/root/.ssh';
const file = `${folder}/authorized_keys`;

/** Settings that images with cloud-init read at their first boot. User data takes precedence. */
const userData = 'cloud-init.user-data';
const vendorData = 'cloud-init.vendor-data';

/**
 * Returns keys and host name for images with cloud-init; the only way into a virtual machine before it runs. It must
 * match the key file, because a restored image reads it again. With user data of the customer, ours is vendor data.
 */
export function writeUserData(spec: Pick<VpsSpec, 'hostname' | 'sshKeys' | 'userData'>): Record<string, string> {
  if (spec.userData === undefined) return { [userData]: writeConfig(spec) };
  return { [userData]: spec.userData, [vendorData]: writeConfig(spec) };
}

function writeConfig({ hostname, sshKeys }: Pick<VpsSpec, 'hostname' | 'sshKeys'>): string {
  const settings = { hostname, fqdn: hostname, disable_root: false, ssh_authorized_keys: sshKeys };
  return `#cloud-config\n${JSON.stringify(settings)}\n`;
}

/** Replaces the keys, in a folder and a file that only root can read. */
export async function writeKeys(context: Context, name: string, sshKeys: readonly string[], signal?: AbortSignal) {
  await postFile(context, name, folder, 'directory', '0700', '', signal);
  // An existing file would keep its owner and mode.
  await deleteFile(context, name, file, signal);
  await postFile(context, name, file, 'file', '0600', sshKeys.map((key) => `${key}\n`).join(''), signal);
}

export async function replaceKeys(context: Context, instance: Instance, keys: readonly string[], signal?: AbortSignal) {
  if (instance.type === 'virtual-machine' && isOff(instance)) {
    throw new EngineError('conflict', 'The server must run for its keys to be changed.');
  }
  await writeKeys(context, instance.name, keys, signal);
  const ours = [vendorData, userData].find((setting) => instance.config[setting] !== undefined);
  if (ours === undefined) return;
  const hostname = instance.config[notes.hostname] ?? instance.name;
  const body = { config: { [ours]: writeConfig({ hostname, sshKeys: keys }) } };
  await context.operations.run('PATCH', pathOf(instance.name), { body, signal });
}

/**
 * Sets the customer's host name in a new container. Many images write it at the first boot from a template, which would
 * use our name.
 */
export async function writeHostname(context: Context, { name, hostname }: VpsSpec, signal?: AbortSignal) {
  const path = '/etc/hostname';
  const { client, operations } = context;
  const { metadata } = await client.call<Metadata>('GET', pathOf(name, '/metadata'), { signal });
  const template = metadata.templates?.[path]?.template;
  if (template === undefined) return await postFile(context, name, path, 'file', '0644', `${hostname}\n`, signal);
  const query = { path: template };
  const headers = { 'content-type': 'application/octet-stream' };
  const body = `${hostname}\n`;
  await operations.run('POST', pathOf(name, '/metadata/templates'), { query, headers, body, signal });
}

interface Metadata {
  templates: Readonly<Record<string, { template: string }>> | null;
}

/** Replaces a file of root. */
export async function writeFile(
  context: Context,
  name: string,
  path: string,
  mode: string,
  content: string,
  signal?: AbortSignal,
): Promise<void> {
  await postFile(context, name, path, 'file', mode, content, signal);
}

async function postFile(
  context: Context,
  name: string,
  path: string,
  type: 'file' | 'directory',
  mode: string,
  body: string,
  signal?: AbortSignal,
): Promise<void> {
  const facts = { type, mode, uid: '0', gid: '0', ...(type === 'file' ? { write: 'overwrite' } : {}) };
  // The two products differ only in the prefix; each ignores the other's.
  const headers = Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) => [
      [`x-incus-${key}`, value],
      [`x-lxd-${key}`, value],
    ]),
  );
  const options = {
    query: { path },
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body,
    signal,
  };
  await changeFile(context, name, 'POST', options);
}

async function deleteFile(context: Context, name: string, path: string, signal?: AbortSignal): Promise<void> {
  try {
    await changeFile(context, name, 'DELETE', { query: { path }, signal });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Ten attempts within a second: the process that ends needs a few milliseconds. */
const attempts = 10;
const betweenMs = 100;

/** Sends a change of a file, which is the same when it is repeated. */
async function changeFile(
  context: Context,
  name: string,
  method: 'POST' | 'DELETE',
  options: CallOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.operations.run(method, pathOf(name, '/files'), options);
    } catch (error) {
      if (attempt === attempts || !isFileHelperGone(error)) throw error;
      await pause(betweenMs, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}
