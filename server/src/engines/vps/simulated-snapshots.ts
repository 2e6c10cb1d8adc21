import { createReadStream, existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { writeDurably } from '../durable-file.ts';
import { EngineError } from '../engine.ts';
import type { VpsSnapshotRef } from './driver.ts';
import { checkName } from './simulated-spec.ts';

/** Returns the path of a file in the folder of a machine. */
type PathOf = (name: string, file: string) => string;

/** Files of a machine that a snapshot copies: the disk, and the state of the simulated system on it. */
const FILES = ['disk', 'inside.json'] as const;

const fileOf = (snapshot: string, file: string) => `${snapshot}.${file}.snapshot`;

/** Copies the files; the disk last, which marks the copy as complete. */
export async function copySnapshot(pathOf: PathOf, name: string, snapshot: string): Promise<{ sizeBytes: number }> {
  checkName(snapshot);
  let sizeBytes = 0;
  for (const file of FILES.toReversed()) {
    const [from, to] = [pathOf(name, file), pathOf(name, fileOf(snapshot, file))];
    if (!existsSync(from)) continue;
    await writeDurably(to, createReadStream(from));
    sizeBytes += (await stat(to)).size;
  }
  return { sizeBytes };
}

/** Replaces the files of a machine with those of its snapshot. */
export function loadSnapshot(pathOf: PathOf, name: string, snapshot: string): Promise<void> {
  return copyFromSnapshot(pathOf, { name, snapshot }, name);
}

export async function copyFromSnapshot(pathOf: PathOf, source: VpsSnapshotRef, name: string): Promise<void> {
  checkName(source.snapshot);
  const find = (file: string) => pathOf(source.name, fileOf(source.snapshot, file));
  if (!existsSync(find('disk'))) throw new EngineError('refused', 'The snapshot does not exist any more.');
  for (const file of FILES) {
    const [from, to] = [find(file), pathOf(name, file)];
    if (existsSync(from)) await writeDurably(to, createReadStream(from));
    else await rm(to, { force: true });
  }
}

export async function dropSnapshot(pathOf: PathOf, name: string, snapshot: string): Promise<void> {
  checkName(snapshot);
  for (const file of FILES) await rm(pathOf(name, fileOf(snapshot, file)), { force: true });
}
