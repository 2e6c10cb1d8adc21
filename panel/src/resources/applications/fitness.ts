import type { CatalogEntry, Hosting } from '@hostler/sdk';
import { locale } from '../../locales/choice.ts';
import { formatBytes } from '../../parts/numbers.ts';
import { imageName } from '../servers/image-name.ts';
import { STATUSES as SERVER_STATUSES } from '../servers/texts.ts';
import { texts } from './texts.ts';

const OR = new Intl.ListFormat(locale, { type: 'disjunction' });

type Judged = Pick<Hosting, 'status' | 'capabilities' | 'image' | 'memory_mb' | 'disk_gb'>;
type Needs = Pick<CatalogEntry['needs'], 'memory_mb' | 'disk_gb' | 'systems'>;

/** Returns true if commands can be run inside this server. */
export function canInstall({ capabilities }: Pick<Hosting, 'capabilities'>): boolean {
  return capabilities.includes('execute');
}

/** Returns the reason why an application cannot be installed on this server, or null. The API decides. */
export function whyNot(server: Judged, { memory_mb, disk_gb, systems }: Needs): string | null {
  if (!canInstall(server)) return texts.why.capability;
  if (server.status !== 'running') return texts.why.notRunning(SERVER_STATUSES[server.status].label);
  if (systems.length > 0 && !systems.some((system) => isOf(server.image, system))) {
    return texts.why.system(imageName(server.image), OR.format(systems.map(imageName)));
  }
  if (server.memory_mb < memory_mb) return texts.why.memory(mebibytes(server.memory_mb), mebibytes(memory_mb));
  if (server.disk_gb < disk_gb) return texts.why.disk(mebibytes(server.disk_gb * 1024), mebibytes(disk_gb * 1024));
  return null;
}

function mebibytes(count: number): string {
  return formatBytes(count * 1024 ** 2);
}

/** Matches an image with a system: `debian` is every Debian, `debian/13` that release, from any image server. */
function isOf(image: string, system: string): boolean {
  const name = image.slice(image.indexOf(':') + 1).toLowerCase();
  return name === system || name.startsWith(`${system}/`);
}
