import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writeJson } from '../durable-file.ts';
import { openRecordFolder } from '../simulation/record-folder.ts';
import type { VpsSpec } from './driver.ts';
import type { FirewallPolicy } from './firewall.ts';
import { type Machine, protectMachine } from './simulated-machine.ts';
import type { Inside } from './simulated-steps/execute.ts';

/** Versions before kinds and keys stored neither. */
interface StoredMachine extends Omit<Machine, 'spec'> {
  spec: Omit<VpsSpec, 'kind' | 'sshKeys'> & Partial<Pick<VpsSpec, 'kind' | 'sshKeys'>>;
}

/** The machines in a folder, each in its own subfolder. */
export function openMachines(dir: string) {
  const folder = openRecordFolder<StoredMachine>(join(dir, 'machines'));

  async function read(name: string): Promise<Machine | undefined> {
    const stored = await folder.read(name);
    return stored && protectMachine(readMachine(stored, name), await readFirewall(name));
  }

  const readFirewall = (name: string) => readJson<FirewallPolicy>(folder.pathOf(name, 'firewall.json'));

  return {
    pathOf: folder.pathOf,
    write: (machine: Machine) => folder.write(machine.spec.name, machine),
    remove: folder.remove,

    read,

    /** For polling: reads the file only if it has changed. */
    follow(name: string): () => Promise<Machine | undefined> {
      let seen: string | undefined;
      let known: Machine | undefined;
      return async () => {
        const stamp = folder.readStamp(name);
        if (stamp !== seen) known = stamp === undefined ? undefined : await read(name);
        seen = stamp;
        return known;
      };
    },

    /** Older versions stored more, which is left out. */
    async readInside(name: string): Promise<Inside> {
      const stored = await readJson<Partial<Inside>>(folder.pathOf(name, 'inside.json'));
      return { certificates: stored?.certificates ?? {}, runs: stored?.runs ?? {} };
    },

    /**
     * Writes unless the machine is gone. Not synced: real machines do not sync what steps write, and many share the disk
     * of the database here. Synchronous, because it only goes to memory: see readJson.
     */
    writeInside(name: string, inside: string): void {
      if (folder.readStamp(name) === undefined) return;
      const path = folder.pathOf(name, 'inside.json');
      const partial = `${path}.${randomUUID()}.part`;
      writeFileSync(partial, inside, { mode: 0o600 });
      renameSync(partial, path);
    },

    /**
     * Writes packet rules unless the machine is gone. They have their own file, because they change while other work
     * changes the machine.
     */
    async writeFirewall(name: string, policy: FirewallPolicy): Promise<void> {
      const known = (await read(name))?.spec.firewall;
      if (folder.readStamp(name) === undefined || (known && known.version > policy.version)) return;
      await writeJson(folder.pathOf(name, 'firewall.json'), policy);
    },

    async list(): Promise<Machine[]> {
      return (await folder.list()).map((stored) => readMachine(stored, stored.spec.name));
    },

    /** Renames everything at once except addresses. The new name is stored with the next save. */
    rename: (from: string, to: string) => rename(folder.pathOf(from, ''), folder.pathOf(to, '')),
  };
}

function readMachine({ spec, ...rest }: StoredMachine, name: string): Machine {
  const { kind = 'container', sshKeys = [] } = spec;
  return { ...rest, spec: { ...spec, name, kind, sshKeys } };
}
