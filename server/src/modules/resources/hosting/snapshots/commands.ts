import type { Database } from '@hostler/database';
import { type Command, integer, optional } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';
import { describeOwned } from '../../owned.ts';
import type { SnapshotOperatorService } from './operator-service.ts';
import { SNAPSHOT_STATUSES, Snapshot } from './schemas.ts';

const HOSTNAME = { hostname: Type.String({ description: 'Host name of the server.' }) };

export function snapshotCommands({ db, snapshots }: { db: Database; snapshots: SnapshotOperatorService }): Command[] {
  return [
    listCommand({
      name: 'snapshot list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedSnapshot', Snapshot, HOSTNAME) },
      summary: 'List snapshots of servers.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: [
        ...['id', 'account_id', 'account_name', 'hosting_id', 'hostname'],
        ...['name', 'status', 'size_bytes', 'created_at'],
      ],
      statuses: SNAPSHOT_STATUSES,
      searched: 'name',
      page: async ({ account, ...given }) => db.read(snapshots.list({ ...given, account_id: account })),
    }),
  ];
}
