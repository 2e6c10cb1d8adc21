import type { Server } from '../../hosting/index.ts';
import type { Recipe } from './recipe.ts';

/** Returns why a server does not fit the recipe, as a sentence. Undefined if it fits. */
export function explainMisfit({ needs, name }: Recipe, server: Server): string | undefined {
  const { systems } = needs;
  if (systems.length > 0 && !systems.some((system) => isOf(server.image, system))) {
    return `${name} is made for ${systems.join(' or ')}, and this VPS was made from ${server.image}.`;
  }
  if (server.memoryMb < needs.memory_mb) {
    return `${name} needs ${needs.memory_mb} MB of memory, and this VPS has ${server.memoryMb} MB.`;
  }
  if (server.diskGb < needs.disk_gb) {
    return `${name} needs a disk of ${needs.disk_gb} GB, and that of this VPS has ${server.diskGb} GB.`;
  }
  if (needs.nesting && !server.nesting) {
    return `${name} runs containers of its own, which this VPS may not. Ask for a plan that allows it.`;
  }
  return undefined;
}

/** Compares without the image server. `debian` matches every Debian release, `debian/13` only that one. */
function isOf(image: string, system: string): boolean {
  const name = image.slice(image.indexOf(':') + 1).toLowerCase();
  return name === system || name.startsWith(`${system}/`);
}
