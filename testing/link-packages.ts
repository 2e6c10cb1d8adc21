import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Workspaces whose sources run without a build, by the name of their package. */
const FROM_SOURCES: Readonly<Record<string, string>> = { database: 'packages/database', testing: 'testing' };

/**
 * Gives a copy of the repository the installed packages of the original. Its own workspaces stay its own: a link to the
 * whole `node_modules` would make the copy run the sources of the original.
 */
export function linkPackages(original: string, copy: string): void {
  const [installed, linked] = [join(original, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(linked, '@hostler'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@hostler') symlinkSync(join(installed, name), join(linked, name));
  }
  for (const name of readdirSync(join(installed, '@hostler'))) {
    const own = join(copy, FROM_SOURCES[name] ?? '');
    const isOwn = name in FROM_SOURCES && existsSync(own);
    symlinkSync(isOwn ? own : join(installed, '@hostler', name), join(linked, '@hostler', name));
  }
}
