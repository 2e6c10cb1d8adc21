import { Line } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { MAX_SSH_KEYS } from '../ssh-keys/ssh-keys.ts';
import { UserDataField } from '../user-data/schemas.ts';

export const RebuildRequest = Type.Object({
  image: Line({ minLength: 1, maxLength: 200, description: 'Slug of the image.', examples: ['debian/13'] }),
  user_data: Type.Optional(UserDataField),
  ssh_keys: Type.Optional(
    Type.Array(Type.String({ maxLength: 16_384 }), {
      maxItems: MAX_SSH_KEYS,
      description: 'OpenSSH public keys that can log in as root. Default: the current keys of the VPS.',
    }),
  ),
});
export type RebuildRequest = Static<typeof RebuildRequest>;
