import { formatOptionalTime } from '#kernel/time.ts';
import type { Image } from './schemas.ts';
import type { ImageRow } from './store.ts';

export function viewImage(row: ImageRow): Image {
  const { slug, name, icon, family, version, min_disk_gb, min_memory_mb, default_user } = row;
  return {
    ...{ slug, name, icon, family, version, min_disk_gb, min_memory_mb, default_user },
    cloud_init: row.cloud_init === 1,
    deprecated_at: formatOptionalTime(row.deprecated_at),
  };
}

/** Describes an image of a plan that the operator has not listed, by its name: `debian/13/cloud`. */
export function describeUnlisted(slug: string): Image {
  const { family, version, name } = readSlug(slug);
  return {
    ...{ slug, name, family, version },
    icon: null,
    min_disk_gb: 0,
    min_memory_mb: 0,
    default_user: 'root',
    cloud_init: slug.endsWith('/cloud'),
    deprecated_at: null,
  };
}

/** Returns `Debian 13` for `debian/13` and for `debian-13`. */
export function readSlug(slug: string): { family: string; version: string | null; name: string } {
  const [family = slug, ...rest] = slug.replace(/\/cloud$/, '').split(/[/:_-]+/);
  const version = rest.join(' ') || null;
  const title = family.charAt(0).toUpperCase() + family.slice(1);
  return { family: family.toLowerCase(), version, name: version === null ? title : `${title} ${version}` };
}
