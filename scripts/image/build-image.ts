import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Architecture } from '../deb/architecture.ts';

interface Built {
  readonly context: string;
  readonly making: string;
  readonly arch: Architecture;
  readonly version: string;
  /** Epoch seconds of the commit. */
  readonly time: number;
  readonly file: string;
  /** Level of gzip, 1 to 9. */
  readonly level: number;
}

/**
 * Builds the image and writes it as a compressed archive. It uses a storage of its own and the driver vfs, which works on
 * every kernel. The format is that of Docker, because that of OCI has no health check.
 */
export function buildImage({ context, making, arch, version, time, file, level }: Built): void {
  const storage = ['--root', join(making, 'storage'), '--runroot', join(making, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], { stdio: ['ignore', 2, 2], maxBuffer: 2 ** 26 });
  // A plus is not allowed in a tag.
  const name = `localhost/hostler:${version.replaceAll('+', '-')}`;
  const labels = { title: 'Hostler', version, licenses: 'MIT', source: 'https://hostler.example' };
  const labelled = Object.entries(labels).flatMap(([key, value]) => [
    '--label',
    `org.opencontainers.image.${key}=${value}`,
  ]);
  const options = ['--format', 'docker', '--isolation', 'chroot', '--timestamp', String(time), '--arch', arch];
  buildah('build', ...options, ...labelled, '--tag', name, '--file', join(context, 'Containerfile'), context);
  const archive = join(making, 'image.tar');
  buildah('push', name, `docker-archive:${archive}:${name}`);
  execFileSync('sh', ['-c', `gzip -${level}n < "$1" > "$2"`, 'sh', archive, file], { stdio: ['ignore', 2, 2] });
  buildah('rmi', '--all', '--force');
}
