import { viewPage } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, inAccount, list, type Route } from '#kernel/http/route.ts';
import { KEY_STATUSES, Key, KeyRequest, NewKey, RollRequest } from './schemas.ts';
import type { KeyService } from './service.ts';
import { viewOwnKey } from './view.ts';

const DEFAULT_OVERLAP = 86_400;

export function keyRoutes(keys: KeyService): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/keys',
        access: 'keys',
        summary: 'List API keys',
        description:
          'Lists API keys without their secrets, newest first. Owners see all keys of the account; members see the keys they created. The list has all keys that are not revoked and the newest 1,000 revoked ones.',
        item: Key,
        statuses: KEY_STATUSES,
        *handle({ caller, now }, page) {
          return viewPage(yield* keys.list(caller, page, now), (row) => viewOwnKey(row, now));
        },
      }),
    ),
    inAccount(
      command({
        path: '/keys',
        access: 'keys',
        confirmed: true,
        summary: 'Create an API key',
        description:
          'Creates an API key. The key is returned once and cannot be read again. Its permissions never exceed yours, and it ends when you leave the account.',
        status: 201,
        message: 'API key created. Keep it: it is not shown again.',
        secret: true,
        body: KeyRequest,
        data: NewKey,
        errors: ['INVALID_SCOPES', 'ENVIRONMENT_MISMATCH', 'QUOTA_EXCEEDED'],
        *handle({ caller, body, now }) {
          const { row, key } = yield* keys.create(caller, body, now);
          return { ...viewOwnKey(row, now), key };
        },
      }),
    ),
    inAccount(
      command({
        path: '/keys/roll',
        access: 'keys',
        confirmed: true,
        summary: 'Roll an API key',
        description:
          'Replaces an API key with a new one that has the same settings. The new key is returned once, cannot be read again and belongs to you. The old key ends after the overlap.',
        status: 201,
        message: 'API key replaced. Keep the new one: it is not shown again.',
        secret: true,
        id: { description: 'Identifier of the API key.' },
        body: RollRequest,
        data: NewKey,
        errors: ['INVALID_SCOPES', 'QUOTA_EXCEEDED', 'CONFLICT'],
        *handle({ caller, id, body, now }) {
          const { row, key } = yield* keys.roll(caller, id, body.overlap_seconds ?? DEFAULT_OVERLAP, now);
          return { ...viewOwnKey(row, now), key };
        },
      }),
    ),
    inAccount(
      command({
        path: '/keys/revoke',
        access: 'keys',
        confirmed: true,
        summary: 'Revoke an API key',
        description: 'Revokes an API key. The key and its tokens are refused within one second.',
        status: 200,
        message: 'API key revoked.',
        id: { description: 'Identifier of the API key.' },
        data: Key,
        *handle({ caller, id, now }) {
          return viewOwnKey(yield* keys.revoke(caller, id, now), now);
        },
      }),
    ),
  ];
}
