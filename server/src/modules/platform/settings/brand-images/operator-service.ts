import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { addressOfImage, BRAND_IMAGE_KINDS, type BrandImageKind } from '#kernel/brand.ts';
import { sha256 } from '#kernel/crypto.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { takeRevision } from '../store.ts';
import { ImageProblem, type PngImage, rewritePng } from './png.ts';
import { type BrandImageRow, listImages, removeImage, saveImage } from './store.ts';

export interface BrandImageRecord {
  id: number;
  kind: BrandImageKind;
  width: number;
  height: number;
  size_bytes: number;
  /** Path of the image. It changes with the content. */
  path: string;
  changed_at: string;
  changed_by: string;
}

export type BrandImageOperatorService = ReturnType<typeof createBrandImageOperatorService>;

export function createBrandImageOperatorService({ clock }: { clock: Clock }) {
  function* list(): Query<BrandImageRecord[]> {
    return (yield* listImages()).map(view);
  }

  /** Stores an image in place of the last one. The same image again changes nothing. */
  function* set(kind: BrandImageKind, image: PngImage, changed_by: string): Query<BrandImageRecord> {
    const revision = yield* takeRevision();
    const content = image.bytes.toString('base64');
    const hash = sha256(content).slice(0, 16);
    const last = (yield* listImages()).find((row) => row.kind === kind);
    if (last?.hash === hash) return view(last);
    const { width, height } = image;
    const now = clock.now();
    const row: BrandImageRow = { kind, hash, width, height, content, changed_at: now, changed_by };
    yield* saveImage(row);
    yield* note(kind, revision, `${kind}: ${last ? 'replaced' : 'added'}, ${width} × ${height} pixels`, now);
    return view(row);
  }

  /** Removes an image. Throws NOT_FOUND if there is none. */
  function* remove(kind: BrandImageKind): Query<BrandImageRecord> {
    const revision = yield* takeRevision();
    const last = (yield* listImages()).find((row) => row.kind === kind);
    if (!last) throw notFound('Brand image');
    yield* removeImage(kind);
    yield* note(kind, revision, `${kind}: removed`, clock.now());
    return view(last);
  }

  function* note(kind: BrandImageKind, revision: number, label: string, now: number): Query<void> {
    yield* audit({ record: { type: 'settings', id: revision, label }, changed: [kind], now });
  }

  return { list, set, remove };
}

/** Checks an uploaded file. Throws a validation error that says what to do. */
export async function readImage(file: Uint8Array): Promise<PngImage> {
  try {
    return await rewritePng(Buffer.from(file));
  } catch (error) {
    if (error instanceof ImageProblem) throw validationError([{ field: 'file', message: error.message }]);
    throw error;
  }
}

function view({ kind, width, height, content, changed_at, changed_by, hash }: BrandImageRow): BrandImageRecord {
  return {
    id: BRAND_IMAGE_KINDS.indexOf(kind) + 1,
    ...{ kind, width, height, size_bytes: Buffer.byteLength(content, 'base64') },
    path: addressOfImage(kind, { hash, width, height, content }),
    changed_at: formatTime(changed_at),
    changed_by,
  };
}
