import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { findCommand } from './find-command.ts';
import type { Missing, Program } from './service.ts';

const startPolicy = '/usr/sbin/policy-rc.d';

/** Installs missing programs if possible, and returns what is missing otherwise. */
export function installMissing<Name extends string>(services: readonly Program<Name>[]): Missing<Name>[] {
  const forbidden = services.filter((service) => service.needsRoot && process.getuid?.() !== 0);
  const wanted = services.filter((service) => !forbidden.includes(service) && !service.isInstalled());
  const unusable = forbidden.map(({ name }) => ({ name, reason: `${name} can be started by root only` }));
  if (wanted.length === 0) return unusable;
  const failures = canInstall() ? installPackages(wanted) : new Map<Program<string>, string>();
  const missing = wanted
    .filter((service) => !service.isInstalled())
    .map((service) => ({ name: service.name, reason: describeMissing(service, failures.get(service)) }));
  return [...unusable, ...missing];
}

function describeMissing(service: Program<string>, failure: string | undefined): string {
  const packages = service.debianPackages.join(' and ');
  const why = failure === undefined ? '' : `; installing it failed: ${failure}`;
  return `${service.name} is missing (Debian package ${packages})${why}`;
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && findCommand('apt-get') !== undefined;
}

/** Installs each service separately, so that an unavailable one does not affect the others. */
function installPackages(services: readonly Program<string>[]): Map<Program<string>, string> {
  return withoutStartingDaemons(() => {
    // A failed update is not fatal: the existing lists may suffice.
    runAptGet(['update']);
    const failures = new Map<Program<string>, string>();
    for (const service of services) {
      process.stderr.write(`Installing ${service.debianPackages.join(', ')}…\n`);
      const failure = runAptGet(['install', '--yes', '--no-install-recommends', ...service.debianPackages]);
      if (failure !== undefined) failures.set(service, failure);
    }
    return failures;
  });
}

/** Waits until other installations have ended. Returns the last line of the error, or undefined. */
export function runAptGet(args: readonly string[]): string | undefined {
  const result = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return undefined;
  const lines = `${result.stdout}\n${result.stderr}`.trim().split('\n');
  return lines.at(-1) ?? result.error?.message ?? 'apt-get failed';
}

/**
 * Debian starts a newly installed server on its standard port, but the tests only need the programs. The policy file
 * prevents that, and is removed again unless the machine already had one.
 */
function withoutStartingDaemons<T>(install: () => T): T {
  if (existsSync(startPolicy)) return install();
  writeFileSync(startPolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(startPolicy, { force: true });
  }
}
