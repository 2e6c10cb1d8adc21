import { EngineError } from '../../engine.ts';
import type { VpsSnapshotRef, VpsSpec } from '../driver.ts';
import { writeFile } from './access.ts';
import type { Context } from './context.ts';
import { isMissing } from './errors.ts';
import { executeInside } from './execute/execute.ts';
import { pathOf } from './instances.ts';
import type { Devices, Settings } from './wire.ts';

const ours = /^user\.hostler\./;
const keySeconds = 60;

/**
 * Creates new SSH host keys, unless cloud-init does so because it detects a new machine. A system without SSH is left
 * alone.
 */
const renew = `command -v cloud-init >/dev/null && exit 0
command -v ssh-keygen >/dev/null || exit 0
rm -f /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub
ssh-keygen -A
systemctl try-restart ssh sshd 2>/dev/null || rc-service sshd restart 2>/dev/null || true`;

interface Described {
  config: Settings;
  devices: Devices;
}

/**
 * Returns the source of a copy, and the changes that remove settings of the original: the engine copies all that the
 * request does not replace. Devices that the new machine does not have itself are left out, such as extra NICs with
 * fixed addresses.
 */
export async function prepareCopy(
  { client, project }: Context,
  { name, snapshot }: VpsSnapshotRef,
  known: readonly string[],
  signal?: AbortSignal,
) {
  const path = pathOf(name, `/snapshots/${encodeURIComponent(snapshot)}`);
  try {
    const { config, devices } = (await client.call<Described>('GET', path, { signal })).metadata;
    const others = Object.keys(devices).filter((device) => !known.includes(device));
    return {
      source: { type: 'copy', source: `${name}/${snapshot}`, project, instance_only: true, container_only: true },
      config: Object.fromEntries(Object.keys(config).flatMap((key) => (ours.test(key) ? [[key, '']] : []))),
      devices: Object.fromEntries(others.map((device) => [device, { type: 'none' }])),
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new EngineError('refused', 'The snapshot does not exist any more.', { cause: error });
  }
}

/** Empties the machine id of a stopped container; systemd then creates a new one. A system without one gets none. */
export async function forgetIdentity(context: Context, { name }: VpsSpec, signal?: AbortSignal): Promise<void> {
  const path = '/etc/machine-id';
  try {
    const { body } = await context.client.open('GET', pathOf(name, '/files'), { query: { path }, signal });
    // The content does not matter. An unread body fails when it is closed.
    body.on('error', () => {}).destroy();
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await writeFile(context, name, path, '0444', '', signal);
}

/** A system in which this fails keeps the host keys of the original. */
export async function renewHostKeys(context: Context, { name, kind }: VpsSpec, signal?: AbortSignal): Promise<void> {
  if (kind !== 'container') return;
  try {
    await executeInside(context, name, ['sh', '-c', renew], { timeoutMs: keySeconds * 1000, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
  }
}
