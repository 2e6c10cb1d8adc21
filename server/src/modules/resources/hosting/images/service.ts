import { foldForSearch, type Page, type PageRequest, type Query } from '@hostler/database';
import { type ErrorDetail, validationError } from '#kernel/errors.ts';
import { errors, fieldErrors } from './errors.ts';
import type { Image } from './schemas.ts';
import { findImage, type ImageRow, listListed } from './store.ts';
import { describeUnlisted, viewImage } from './view.ts';

/** Size of a server that an image must fit on. */
interface Size {
  readonly disk_gb: number;
  readonly memory_mb: number;
}

/** A plan with the images that its servers can be created from, the default first. */
interface Offer extends Size {
  readonly name: string;
  readonly images: readonly string[];
}

/** Returns the images that plans offer to customers. Passed in, because plans stand on this module. */
export type ListPlanImages = () => Query<readonly string[]>;

/** Returns the listed images, and those of public plans that are not listed, by slug. */
export function* listImages(listPlanImages: ListPlanImages): Query<Image[]> {
  const listed = yield* listListed();
  const known = new Set(listed.map(({ slug }) => slug));
  const others = new Set((yield* listPlanImages()).filter((slug) => !known.has(slug)));
  const images = [...listed.map(viewImage), ...[...others].map(describeUnlisted)];
  return images.sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Pages in memory: there are few images. */
export function* pageImages(
  listPlanImages: ListPlanImages,
  { page, per_page, sort, search }: PageRequest,
): Query<Page<Image>> {
  const images = yield* listImages(listPlanImages);
  const wanted = foldForSearch(search ?? '');
  const found = images.filter(({ slug, name }) => foldForSearch(slug, name).includes(wanted));
  const ordered = sort === 'asc' ? found.reverse() : found;
  return {
    items: ordered.slice((page - 1) * per_page, page * per_page),
    total: found.length,
    examined: images.length,
  };
}

/**
 * Returns the image of an order: the wanted one, or the first image of the plan that can be used. Throws
 * VALIDATION_ERROR if the wanted one cannot be used, and CONFLICT if the plan has none.
 */
export function* chooseImage(offer: Offer, wanted: string | undefined, withUserData: boolean): Query<string> {
  if (wanted !== undefined) {
    if (!offer.images.includes(wanted))
      throw validationError([fieldErrors.image_not_of_plan('image', { images: offer.images.join(', ') })]);
    yield* checkImage(wanted, offer, withUserData);
    return wanted;
  }
  for (const slug of offer.images) {
    const problem = findProblem(yield* findImage(slug), offer, withUserData);
    if (!problem || problem.field === 'user_data') {
      if (problem) throw validationError([problem]);
      return slug;
    }
  }
  throw errors.plan_without_image({ plan: offer.name });
}

/** Refuses an image that is deprecated, too large, or cannot run user data. An image that is not listed has no bounds. */
export function* checkImage(slug: string, size: Size, withUserData: boolean): Query<void> {
  const problem = findProblem(yield* findImage(slug), size, withUserData);
  if (problem) throw validationError([problem]);
}

/** Returns the images that can be ordered on this size; all of them if none can. */
export function pickUsable(slugs: readonly string[], size: Size, listed: readonly ImageRow[]): readonly string[] {
  const usable = slugs.filter(
    (slug) =>
      !findProblem(
        listed.find((row) => row.slug === slug),
        size,
        false,
      ),
  );
  return usable.length > 0 ? usable : slugs;
}

function findProblem(image: ImageRow | undefined, size: Size, withUserData: boolean): ErrorDetail | undefined {
  if (!image) return undefined;
  if (image.deprecated_at !== null) return fieldErrors.image_deprecated('image', { image: image.name });
  if (image.min_disk_gb > size.disk_gb) {
    return fieldErrors.image_needs_disk('image', { image: image.name, min: image.min_disk_gb });
  }
  if (image.min_memory_mb > size.memory_mb) {
    return fieldErrors.image_needs_memory('image', { image: image.name, min: image.min_memory_mb });
  }
  if (withUserData && image.cloud_init === 0) {
    return fieldErrors.image_without_cloud_init('user_data', { image: image.name });
  }
  return undefined;
}
