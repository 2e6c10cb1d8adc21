import { createHash } from 'node:crypto';
import { EngineError } from '../engine.ts';
import type { VpsSize, VpsSpec } from './driver.ts';

const namePattern = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const imagePattern = /^[a-z0-9][a-z0-9._:/-]{0,127}$/i;
const blankDiskBytes = 64 * 1024;

/** A name is also a folder here, so names that a real engine would refuse must be refused. */
export function checkName(name: string): void {
  if (!namePattern.test(name)) throw new EngineError('refused', 'The name of the server is not valid.');
}

export function checkSpec(spec: VpsSpec, images: readonly string[] | undefined): void {
  checkName(spec.name);
  if (!hasImage(spec.image, images)) throw new EngineError('refused', `There is no image "${spec.image}".`);
  checkSize(spec);
}

export function hasImage(image: string, images: readonly string[] | undefined): boolean {
  return images ? images.includes(image) : imagePattern.test(image);
}

export function checkSize({ vcpus, memoryMb, diskGb }: VpsSize): void {
  for (const amount of [vcpus, memoryMb, diskGb]) {
    if (!Number.isInteger(amount) || amount < 1)
      throw new EngineError('refused', 'The size of the server is not valid.');
  }
}

/** Returns whether a machine can result from an earlier attempt; hostname and keys may differ. */
export function isSameMachine(a: VpsSpec, b: VpsSpec): boolean {
  const features = ['kind', 'image', 'vcpus', 'memoryMb', 'diskGb'] as const;
  return features.every((feature) => a[feature] === b[feature]);
}

/** Returns the initial content of a disk: small, unique for each machine, and hardly compressible. */
export function installImage(spec: VpsSpec): Buffer {
  const label = Buffer.from(`${spec.hostname}\n${spec.image}\n`);
  const filling = createHash('shake256', { outputLength: blankDiskBytes }).update(spec.name).digest();
  return Buffer.concat([label, filling]);
}
