import type { Database } from '@hostler/database';
import { type Command, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { TrafficOperatorService } from './operator-service.ts';
import { ServerTraffic, TRAFFIC_STATUSES } from './schemas.ts';

export function trafficCommands({ db, traffic }: { db: Database; traffic: TrafficOperatorService }): Command[] {
  return [
    listCommand({
      name: 'traffic list',
      route: { roles: EVERY_ROLE, data: ServerTraffic },
      summary: 'List servers with their traffic in a calendar month.',
      order: 'The most outbound traffic first.',
      options: {
        month: optional(text('Month in the time zone of the seller, like 2026-11. Default: this month.')),
        account: optional(integer('Filter by account id.')),
      },
      columns: [
        ...['hosting_id', 'hostname', 'account_id', 'account_name', 'out_bytes', 'in_bytes', 'included_bytes'],
        ...['billable_bytes', 'throttled_mbps'],
      ],
      statuses: TRAFFIC_STATUSES,
      searched: 'host name, customer',
      page: async ({ account, ...given }) => db.read(traffic.list({ ...given, account_id: account })),
      cursorOf: ({ hosting_id }) => hosting_id,
    }),
  ];
}
