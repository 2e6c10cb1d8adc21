import { list, type Route } from '#kernel/http/route.ts';
import { Image } from './schemas.ts';
import { type ListPlanImages, pageImages } from './service.ts';

export function imageRoutes(listPlanImages: ListPlanImages): Route[] {
  return [
    list({
      path: '/hosting/images',
      access: 'hosting.read',
      summary: 'List images',
      description:
        'Lists the images that servers can be created and rebuilt from, in alphabetical order; `sort=asc` reverses the order. A plan names the images that it offers. `search` matches the slug and the name.',
      item: Image,
      statuses: [],
      *handle(_call, page) {
        return yield* pageImages(listPlanImages, page);
      },
    }),
  ];
}
