import { viewPage } from '../../../../kernel/db/page.ts';
import type { PanelCaller } from '../../../../kernel/http/caller.ts';
import { command, inAccount, list, type Route } from '../../../../kernel/http/route.ts';
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
        summary: 'List the API keys',
        description:
          'Owners see all of the account, members those they made. Never the keys themselves. All that were not revoked, and the newest 1,000 of the others.',
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
        summary: 'Make an API key',
        description:
          'It is shown this once. It can do at most what you can, at every moment, and ends when you leave the account.',
        status: 201,
        message: 'The key is made. It is shown this once.',
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
          'Makes a twin, shown this once, and ends the old key after the overlap. The twin is yours, whoever made the old one.',
        status: 201,
        message: 'The new key is made. It is shown this once; the old one ends after the overlap.',
        secret: true,
        id: { description: 'The key.' },
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
        summary: 'End an API key',
        description: 'It and its tokens are refused within a second.',
        status: 200,
        message: 'The key has ended.',
        id: { description: 'The key.' },
        data: Key,
        *handle({ caller, id, now }) {
          return viewOwnKey(yield* keys.revoke(caller, id, now), now);
        },
      }),
    ),
  ];
}
