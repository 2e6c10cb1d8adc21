import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import { NewSshKey, SSH_KEY_ORDERS, SshKey, SshKeyChange } from './schemas.ts';
import type { SshKeyService } from './service.ts';
import { viewSshKey } from './view.ts';

const id = { aliases: ['ssh_key_id'], description: 'Identifier of the SSH key.' };

export function sshKeyRoutes(keys: SshKeyService): Route[] {
  return [
    list({
      path: '/ssh-keys',
      access: 'hosting.read',
      summary: 'List the SSH keys of the account',
      description:
        'Lists the SSH keys that are kept in the account, newest first. Send their `public_key` in `ssh_keys` of an order, a rebuild or `/hosting/access`. `search` matches the name and the fingerprint. `status` is ignored.',
      item: SshKey,
      statuses: [],
      orders: SSH_KEY_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* keys.list(caller.account.id, page), viewSshKey);
      },
    }),
    show({
      path: '/ssh-keys/show',
      access: 'hosting.read',
      summary: 'Get an SSH key of the account',
      description: 'Returns one SSH key.',
      id,
      data: SshKey,
      *handle({ caller, id }) {
        return viewSshKey(yield* keys.find(caller.account.id, id));
      },
    }),
    command({
      path: '/ssh-keys',
      access: 'hosting.write',
      summary: 'Add an SSH key to the account',
      description:
        'Adds an SSH key to the account. It is not added to servers. If the account already has the key, the error is `CONFLICT`. An account has at most 100 keys.',
      status: 201,
      message: 'SSH key added.',
      body: NewSshKey,
      data: SshKey,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return viewSshKey(yield* keys.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/ssh-keys/update',
      access: 'hosting.write',
      summary: 'Rename an SSH key of the account',
      description: 'Changes the name of an SSH key.',
      status: 200,
      message: 'SSH key renamed.',
      id,
      body: SshKeyChange,
      data: SshKey,
      *handle({ caller, id, body, now }) {
        return viewSshKey(yield* keys.rename(caller.account.id, id, body, now));
      },
    }),
    command({
      path: '/ssh-keys/remove',
      access: 'hosting.write',
      summary: 'Remove an SSH key from the account',
      description:
        'Removes an SSH key from the account. Servers that have the key keep it; change their keys with `/hosting/access`. Returns the removed key.',
      status: 200,
      message: 'SSH key removed.',
      id,
      data: SshKey,
      *handle({ caller, id }) {
        return viewSshKey(yield* keys.remove(caller.account.id, id));
      },
    }),
  ];
}
