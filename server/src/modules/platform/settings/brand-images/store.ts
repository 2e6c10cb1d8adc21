import { type Query, sql } from '@hostler/database';
import type { BrandImage, BrandImageKind } from '#kernel/brand.ts';

export interface BrandImageRow extends BrandImage {
  kind: BrandImageKind;
  changed_at: number;
  changed_by: string;
}

const COLUMNS = 'kind, hash, width, height, content, changed_at, changed_by';

const LIST = sql<object, BrandImageRow>(`select ${COLUMNS} from brand_images order by kind`);
const SAVE = sql<BrandImageRow>(
  `insert into brand_images (${COLUMNS})
   values (:kind, :hash, :width, :height, :content, :changed_at, :changed_by)
   on conflict (kind) do update set hash = excluded.hash, width = excluded.width, height = excluded.height,
     content = excluded.content, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
);
const REMOVE = sql<{ kind: BrandImageKind }>('delete from brand_images where kind = :kind');

export function* listImages(): Query<BrandImageRow[]> {
  return yield* LIST.all({});
}

export function* saveImage(row: BrandImageRow): Query<void> {
  yield* SAVE.run(row);
}

export function* removeImage(kind: BrandImageKind): Query<void> {
  yield* REMOVE.run({ kind });
}
