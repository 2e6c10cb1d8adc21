import type { Query, StaffListRequest } from '@hostler/database';
import { type ErrorDetail, fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { errors, fieldErrors } from './errors.ts';
import * as store from './store.ts';
import { readSlug, viewImage } from './view.ts';

export { IMAGE_STATUSES } from './store.ts';

const MAX_IMAGES = 200;
const SLUG = /^[a-z0-9][a-z0-9._:/+-]{0,127}$/i;
const WORD = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const USER = /^[a-z_][a-z0-9_-]{0,31}$/;
const MAX_NAME = 100;
const MAX_AMOUNT = 1_000_000;

interface Described {
  name?: string | undefined;
  icon?: string | undefined;
  family?: string | undefined;
  version?: string | undefined;
  min_disk_gb?: number | undefined;
  min_memory_mb?: number | undefined;
  default_user?: string | undefined;
  cloud_init?: boolean | undefined;
}
type Slugged = { slug: string };
type StaffImage = ReturnType<typeof view>;

export type ImageOperatorService = ReturnType<typeof createImageOperatorService>;

/** The list of images. It describes and restricts what plans offer; a server keeps its image in any case. */
export function createImageOperatorService({ clock }: { clock: Clock }) {
  function* list(request: StaffListRequest<store.ImageStatus> = {}): Query<StaffImage[]> {
    return (yield* store.listImageRows(request)).map(view);
  }

  /** Lists an image. Name, family and version default to those in the slug. */
  function* add({ slug, ...given }: Slugged & Described): Query<StaffImage> {
    const guess = readSlug(slug);
    const now = clock.now();
    const image = {
      name: given.name ?? guess.name,
      icon: given.icon || null,
      family: given.family ?? guess.family,
      version: given.version ?? guess.version,
      min_disk_gb: given.min_disk_gb ?? 0,
      min_memory_mb: given.min_memory_mb ?? 0,
      default_user: given.default_user ?? 'root',
      cloud_init: (given.cloud_init ?? slug.endsWith('/cloud')) ? 1 : 0,
    };
    const slugDetails = SLUG.test(slug) ? [] : [fieldErrors.image_slug_malformed('slug')];
    refuse([...slugDetails, ...check(image)]);
    if ((yield* store.countImages()) >= MAX_IMAGES) throw errors.too_many_images({ max: MAX_IMAGES });
    const row = yield* store.insertImage({ slug, ...image, created_at: now, updated_at: now });
    if (!row) throw errors.image_already_listed({ slug });
    return view(row);
  }

  /** Changes the given fields of a listed image. An empty text removes the icon or the version. */
  function* change({ slug, ...given }: Slugged & Described): Query<StaffImage> {
    const row = yield* find(slug);
    const image = {
      name: given.name ?? row.name,
      icon: given.icon === undefined ? row.icon : given.icon || null,
      family: given.family ?? row.family,
      version: given.version === undefined ? row.version : given.version || null,
      min_disk_gb: given.min_disk_gb ?? row.min_disk_gb,
      min_memory_mb: given.min_memory_mb ?? row.min_memory_mb,
      default_user: given.default_user ?? row.default_user,
      cloud_init: given.cloud_init === undefined ? row.cloud_init : given.cloud_init ? 1 : 0,
    };
    refuse(check(image));
    return yield* save(row, image);
  }

  /** Deprecates an image, so that it cannot be ordered, or lets it be ordered again. Servers keep it. */
  function* deprecate({ slug, undo = false }: Slugged & { undo?: boolean | undefined }): Query<StaffImage> {
    const row = yield* find(slug);
    return yield* save(row, { deprecated_at: undo ? null : (row.deprecated_at ?? clock.now()) });
  }

  /** Removes an image from the list. Plans that offer it do so without its bounds. */
  function* remove({ slug }: Slugged): Query<StaffImage> {
    const row = yield* store.removeImage(slug);
    if (!row) throw notFound('Image');
    return view(row);
  }

  function* save(row: store.ImageRow, changes: Partial<store.ImageRow>): Query<StaffImage> {
    const saved = yield* store.changeImage(row, changes, clock.now());
    if (!saved) throw notFound('Image');
    return view(saved);
  }

  return { list, add, change, deprecate, remove };
}

function* find(slug: string): Query<store.ImageRow> {
  const row = yield* store.findImage(slug);
  if (!row) throw notFound('Image');
  return row;
}

function view(row: store.ImageRow) {
  const { id, created_at, updated_at } = row;
  return { id, ...viewImage(row), created_at: formatTime(created_at), updated_at: formatTime(updated_at) };
}

type Image = Pick<
  store.ImageRow,
  'name' | 'icon' | 'family' | 'version' | 'min_disk_gb' | 'min_memory_mb' | 'default_user'
>;

function check(image: Image): ErrorDetail[] {
  const amounts = ['min_disk_gb', 'min_memory_mb'] as const;
  const isName = image.name.trim() !== '' && image.name.length <= MAX_NAME;
  return [
    ...(isName ? [] : [general.not_length('name', { max: MAX_NAME })]),
    ...(image.icon === null || WORD.test(image.icon) ? [] : [fieldErrors.image_name_malformed('icon')]),
    ...(WORD.test(image.family) ? [] : [fieldErrors.image_name_malformed('family')]),
    ...((image.version?.length ?? 0) <= MAX_NAME ? [] : [fieldErrors.image_version_too_long('version')]),
    ...(USER.test(image.default_user) ? [] : [fieldErrors.user_name_malformed('default_user')]),
    ...amounts
      .filter((field) => !(Number.isSafeInteger(image[field]) && image[field] >= 0 && image[field] <= MAX_AMOUNT))
      .map((field) => general.not_whole_between(field, { min: 0, max: MAX_AMOUNT })),
  ];
}

function refuse(details: ErrorDetail[]): void {
  if (details.length > 0) throw validationError(details);
}
