import { defineStaffList, later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';

/** The operator's list of images. All customers share it. */
const images = table(
  'hosting_images',
  {
    id: number(),
    /** Name on the engine, like `debian/13`. */
    slug: text(),
    name: text(),
    icon: nullable(text()),
    family: text(),
    version: nullable(text()),
    min_disk_gb: number(),
    min_memory_mb: number(),
    default_user: text(),
    /** 1 if the image reads user data at its first boot. */
    cloud_init: number(),
    deprecated_at: later(number()),
    created_at: number(),
    updated_at: number(),
  },
  { unique: 'slug' },
);
export type ImageRow = Row<typeof images>;

type Change = Pick<
  ImageRow,
  'name' | 'icon' | 'family' | 'version' | 'min_disk_gb' | 'min_memory_mb' | 'default_user' | 'cloud_init'
>;

const ALL = sql<object, ImageRow>(`select ${images.columns} from hosting_images order by slug`);
const BY_SLUG = sql<{ slug: string }, ImageRow>(`select ${images.columns} from hosting_images where slug = :slug`);
const COUNT = sql<object, { count: number }>('select count(*) as count from hosting_images');
const CHANGE = sql<Change & { slug: string; deprecated_at: number | null; now: number }, ImageRow>(
  `update hosting_images set name = :name, icon = :icon, family = :family, version = :version,
     min_disk_gb = :min_disk_gb, min_memory_mb = :min_memory_mb, default_user = :default_user,
     cloud_init = :cloud_init, deprecated_at = :deprecated_at, updated_at = :now
   where slug = :slug returning ${images.columns}`,
);
const REMOVE = sql<{ slug: string }, ImageRow>(
  `delete from hosting_images where slug = :slug returning ${images.columns}`,
);

export const IMAGE_STATUSES = ['available', 'deprecated'] as const;
export type ImageStatus = (typeof IMAGE_STATUSES)[number];

export const listImageRows = defineStaffList<ImageRow, ImageStatus>({
  select: `select ${images.columns} from hosting_images`,
  statuses: { available: 'deprecated_at is null', deprecated: 'deprecated_at is not null' },
  searched: ['slug', 'name'],
});
/** Returns all listed images by slug. There are at most 200. */
export const listListed = () => ALL.all({});
export const findImage = (slug: string) => BY_SLUG.one({ slug });
/** Returns undefined if the slug is listed. */
export const insertImage = images.insert;
export const removeImage = (slug: string) => REMOVE.one({ slug });

export function changeImage(row: ImageRow, changes: Partial<ImageRow>, now: number): Query<ImageRow | undefined> {
  const { id: _id, created_at: _created, updated_at: _updated, ...image } = { ...row, ...changes };
  return CHANGE.one({ ...image, now });
}

export function* countImages(): Query<number> {
  return (yield* COUNT.one({}))?.count ?? 0;
}
