import type { Database } from '@hostler/database';
import { BRAND_IMAGE_KINDS } from '#kernel/brand.ts';
import { type Command, choice, command, file } from '#kernel/command.ts';
import { cutRows, listCommand } from '#kernel/list-command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import { nameActor } from '../actor.ts';
import type { LiveSettings } from '../live-settings.ts';
import { type BrandImageOperatorService, readImage } from './operator-service.ts';
import { IMAGE_BOUNDS } from './png.ts';
import { BrandImage } from './schemas.ts';

const kind = choice(BRAND_IMAGE_KINDS, 'Use of the image. Without logo_dark, the logo is used on dark pages, too.');

interface Dependencies {
  db: Database;
  images: BrandImageOperatorService;
  live: LiveSettings;
}

export function brandImageCommands({ db, images, live }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'brand image list',
      route: { roles: OWNERS, data: BrandImage },
      summary: 'List the images of the brand: logo, logo for dark pages, favicon.',
      options: {},
      columns: ['kind', 'width', 'height', 'size_bytes', 'path', 'changed_at', 'changed_by'],
      searched: 'kind',
      async page({ text: wanted, after = 0, ...bounds }) {
        const found = (await db.read(images.list())).filter(
          (image) => image.id > after && (!wanted || image.kind.includes(wanted.toLowerCase())),
        );
        return cutRows(found, bounds);
      },
    }),
    command({
      name: 'brand image set',
      // Base64 is a third longer than the file.
      route: { roles: OWNERS, id: 'kind', maxBodyBytes: 2 * IMAGE_BOUNDS.bytes, data: BrandImage },
      summary: 'Upload a logo or favicon. The image is checked and written again; only its pixels are kept.',
      options: { kind, file: file('PNG image, at most 256 KB and 1024 × 1024 pixels.') },
      async run(given, context) {
        const image = await readImage(given.file);
        const made = await db.write(() => images.set(given.kind, image, nameActor(context)));
        await live.refresh();
        return made;
      },
    }),
    command({
      name: 'brand image remove',
      route: { roles: OWNERS, id: 'kind', data: BrandImage },
      summary: 'Remove a logo or favicon.',
      options: { kind },
      async run(given) {
        const made = await db.write(() => images.remove(given.kind));
        await live.refresh();
        return made;
      },
    }),
  ];
}
