import { CreatedAt, Line, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com';
export const MAX_NAME = 100;

/** Fields to sort by, and their columns. */
export const SSH_KEY_ORDERS = { created_at: 'id', name: '{folded name}' } as const;

const Name = (description: string) => Line({ minLength: 1, maxLength: MAX_NAME, description, examples: ['Laptop'] });

export const SshKey = Resource('SshKey', 'An SSH key that is kept in the account.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the key.', examples: ['Laptop'] }),
  type: Type.String({ description: 'Type of the key.', examples: ['ssh-ed25519'] }),
  fingerprint: Type.String({
    description: 'SHA-256 fingerprint, as `ssh-keygen -l` prints it.',
    examples: ['SHA256:eO/pyw/xEuP13sVb3KLv4xsUT9UP6MXHFpcl6vY4g80'],
  }),
  public_key: Type.String({ description: 'OpenSSH public key on one line.', examples: [KEY] }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type SshKey = Static<typeof SshKey>;

export const NewSshKey = Type.Object({
  public_key: Type.String({
    minLength: 1,
    maxLength: 16_384,
    description:
      'OpenSSH public key on one line. Allowed types: `ssh-ed25519`, `ssh-rsa` with at least 2,048 bits, `ecdsa-sha2-nistp256`, `-384` and `-521`, and the `sk-` types of hardware tokens. Key options are refused.',
    examples: [KEY],
  }),
  name: Type.Optional(Name('Name of the key. Default: the comment of the key, or its type.')),
});
export type NewSshKey = Static<typeof NewSshKey>;

export const SshKeyChange = Type.Object({ name: Name('New name of the key.') });
export type SshKeyChange = Static<typeof SshKeyChange>;
