import { expect, it } from 'vitest';
import { whyNot } from './fitness.ts';

const server = {
  status: 'running' as const,
  capabilities: ['execute'],
  image: 'images:debian/13',
  memory_mb: 1024,
  disk_gb: 20,
};
const needs = { memory_mb: 512, disk_gb: 2, systems: ['debian'] };

it('accepts a server that is running, can execute commands and is large enough', () => {
  expect(whyNot(server, needs)).toBeNull();
  expect(whyNot(server, { memory_mb: 1024, disk_gb: 20, systems: [] })).toBeNull();
});

it('gives the reason why a server is not suitable', () => {
  expect(whyNot({ ...server, capabilities: [] }, needs)).toBe('Applications cannot be installed on this server');
  expect(whyNot({ ...server, status: 'stopped' }, needs)).toBe('Stopped; it must be running');
  expect(whyNot({ ...server, image: 'images:ubuntu/24.04' }, needs)).toBe('Runs Ubuntu 24.04, needs Debian');
  expect(whyNot(server, { ...needs, memory_mb: 2048 })).toBe('Has 1 GiB of memory, needs 2 GiB');
  expect(whyNot(server, { ...needs, disk_gb: 40 })).toBe('Has 20 GiB of disk, needs 40 GiB');
});
