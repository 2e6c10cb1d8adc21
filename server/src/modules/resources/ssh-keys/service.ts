import type { Page, PageRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { errors } from './errors.ts';
import { lockSshKeys } from './keep.ts';
import { readNewKey } from './read-key.ts';
import type { NewSshKey, SshKeyChange } from './schemas.ts';
import * as store from './store.ts';

export type SshKeyService = ReturnType<typeof createSshKeyService>;

/** Keeps keys to choose from. A server has its own copy of its keys, so a change here has no effect on servers. */
export function createSshKeyService() {
  function list(accountId: number, page: PageRequest): Query<Page<store.SshKeyRow>> {
    return store.listSshKeys(accountId, page);
  }

  function* find(accountId: number, id: number): Query<store.SshKeyRow> {
    return present(yield* store.findSshKey(accountId, id));
  }

  function* create(accountId: number, input: NewSshKey, now: number): Query<store.SshKeyRow> {
    const key = readNewKey(input);
    yield* lockSshKeys(accountId);
    const same = yield* store.findSameKey(accountId, key.fingerprint);
    if (same) throw errors.ssh_key_exists({ name: same.name });
    const row = yield* store.insertSshKey(accountId, key, now);
    yield* store.sshKeysLimit.check(accountId);
    return row;
  }

  function* rename(accountId: number, id: number, { name }: SshKeyChange, now: number): Query<store.SshKeyRow> {
    const key = yield* find(accountId, id);
    return present(yield* store.renameSshKey(accountId, key, name, now));
  }

  function* remove(accountId: number, id: number): Query<store.SshKeyRow> {
    return present(yield* store.removeSshKey(accountId, id));
  }

  return { list, find, create, rename, remove };
}

function present(key: store.SshKeyRow | undefined): store.SshKeyRow {
  if (!key) throw notFound('SSH key');
  return key;
}
