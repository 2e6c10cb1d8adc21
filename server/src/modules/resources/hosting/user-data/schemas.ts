import { Type } from '#kernel/type.ts';
import { MAX_USER_DATA_BYTES } from './read-user-data.ts';

/** Field of an order and of a rebuild. Its format is checked by `readUserData`. */
export const UserDataField = Type.String({
  maxLength: MAX_USER_DATA_BYTES,
  description:
    'Cloud-init user data for the first boot, up to 32 KiB: begins with `#cloud-config` (YAML) or `#!` (a script). It is not returned by the API and is deleted once the VPS is created. Images without cloud-init ignore it.',
  examples: ['#cloud-config\npackages: [nginx]\n'],
});
