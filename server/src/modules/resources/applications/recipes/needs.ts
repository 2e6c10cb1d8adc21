import type { AppError } from '#kernel/errors.ts';
import type { Server } from '../../hosting/index.ts';
import { errors } from '../errors.ts';
import type { Recipe } from './recipe.ts';

/** Returns why a server does not fit the recipe, as a sentence. Undefined if it fits. */
export function explainMisfit({ needs, name }: Recipe, server: Server): AppError | undefined {
  const { systems } = needs;
  if (systems.length > 0 && !systems.some((system) => isOf(server.image, system))) {
    return errors.application_for_other_system({ name, systems: systems.join(' or '), image: server.image });
  }
  if (server.memoryMb < needs.memory_mb) {
    return errors.application_needs_memory({ name, needed: needs.memory_mb, has: server.memoryMb });
  }
  if (server.diskGb < needs.disk_gb) {
    return errors.application_needs_disk({ name, needed: needs.disk_gb, has: server.diskGb });
  }
  if (needs.nesting && !server.nesting) {
    return errors.application_needs_nesting({ name });
  }
  return undefined;
}

/** Compares without the image server. `debian` matches every Debian release, `debian/13` only that one. */
function isOf(image: string, system: string): boolean {
  const name = image.slice(image.indexOf(':') + 1).toLowerCase();
  return name === system || name.startsWith(`${system}/`);
}
