import type { Module } from '#program/module.ts';
import { migrations } from './migrations.ts';
import { sshKeyRoutes } from './routes.ts';
import { createSshKeyService } from './service.ts';
import { sshKeysLimit } from './store.ts';

export { keepSshKeys } from './keep.ts';

export function sshKeysModule(): Module {
  return {
    name: 'ssh-keys',
    tag: 'SSH keys that are kept in the account.',
    migrations,
    limits: [sshKeysLimit],
    routes: sshKeyRoutes(createSshKeyService()),
  };
}
