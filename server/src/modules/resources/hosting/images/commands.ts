import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { StaffImage } from './operator-schemas.ts';
import { IMAGE_STATUSES, type ImageOperatorService } from './operator-service.ts';

const slug = { slug: text('Name of the image on the engine, like debian/13.') };

const described = {
  name: optional(text('Name for people. Default: from the slug.')),
  icon: optional(text('Name of the icon in the panel, like debian.')),
  family: optional(text('Operating system, like debian. Default: from the slug.')),
  version: optional(text('Version. Default: from the slug.')),
  min_disk_gb: optional(integer('Smallest disk in GiB.')),
  min_memory_mb: optional(integer('Smallest memory in MiB.')),
  default_user: optional(text('User to log in with. Default: root.')),
  cloud_init: optional(choice(['yes', 'no'], '`yes` if the image runs user data at its first boot.')),
};

interface Dependencies {
  db: Database;
  images: ImageOperatorService;
}

export function imageCommands({ db, images }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'image list',
      route: { roles: EVERY_ROLE, data: StaffImage },
      summary: 'List the images of the catalogue.',
      options: {},
      columns: ['id', 'slug', 'name', 'min_disk_gb', 'min_memory_mb', 'cloud_init', 'deprecated_at'],
      statuses: IMAGE_STATUSES,
      searched: 'slug, name',
      page: async (given) => db.read(images.list(given)),
    }),
    command({
      name: 'image add',
      route: { roles: MACHINES, data: StaffImage },
      summary: 'Add an image to the catalogue. Plans still decide which images they offer.',
      options: { ...slug, ...described },
      run: ({ cloud_init, ...given }) => db.write(() => images.add({ ...given, cloud_init: readAnswer(cloud_init) })),
    }),
    command({
      name: 'image change',
      route: { roles: MACHINES, id: 'slug', data: StaffImage },
      summary: 'Change an image of the catalogue. Omitted options keep their values.',
      options: { ...slug, ...described },
      run: ({ cloud_init, ...given }) =>
        db.write(() => images.change({ ...given, cloud_init: readAnswer(cloud_init) })),
    }),
    command({
      name: 'image deprecate',
      route: { roles: MACHINES, id: 'slug', data: StaffImage },
      summary: 'Deprecate an image, so that customers cannot order it. Existing servers keep it.',
      options: { ...slug, undo: flag('Let customers order the image again.') },
      run: (given) => db.write(() => images.deprecate(given)),
    }),
    command({
      name: 'image remove',
      route: { roles: MACHINES, id: 'slug', data: StaffImage },
      summary: 'Remove an image from the catalogue. Servers and plans keep it.',
      options: slug,
      run: (given) => db.write(() => images.remove(given)),
    }),
  ];
}

function readAnswer(answer: 'yes' | 'no' | undefined): boolean | undefined {
  return answer === undefined ? undefined : answer === 'yes';
}
