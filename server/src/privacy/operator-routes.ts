import type { Database } from '@hostler/database';
import type { StaffCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import type { Clock } from '#kernel/time.ts';
import { packAccount } from './export-account.ts';
import { AccountArchive } from './schemas.ts';

/** The export over HTTP. The command writes a file on the machine of the server instead. */
export function privacyRoutes({ db, clock }: { db: Database; clock: Clock }): Route<StaffCaller>[] {
  return [
    custom({
      method: 'POST',
      path: '/accounts/export',
      access: OWNERS,
      summary: 'Export an account',
      description:
        'Returns all data of an account, without secrets, as a ZIP file of JSON files in base64. The audit log of the account records it. A file larger than 32 MB is refused: write it with the command `account export`.',
      id: { description: 'Identifier of the account.' },
      data: AccountArchive,
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ id }, { inTurn }) => inTurn(() => packAccount({ db, clock }, { account_id: id })),
    }),
  ];
}
