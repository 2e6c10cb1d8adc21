import type { StaffCaller } from '#kernel/http/caller.ts';
import { command, type Route } from '#kernel/http/route.ts';
import { MACHINES } from '#kernel/staff-roles.ts';
import type { ConsoleOperatorService } from './operator-service.ts';
import { Console, StaffConsoleRequest } from './schemas.ts';

export function consoleOperatorRoutes(consoles: ConsoleOperatorService): readonly Route<StaffCaller>[] {
  return [
    command({
      path: '/hosting/terminal',
      access: MACHINES,
      summary: 'Open a console of a server',
      description:
        'Returns a one-time WebSocket address of a terminal in a running server. Connect within 60 seconds. The customer sees your name, the time and the reason in the audit log.',
      status: 201,
      message: 'Console address created.',
      id: { description: 'Identifier of the server.' },
      body: StaffConsoleRequest,
      data: Console,
      secret: true,
      record: 'hosting',
      errors: ['NOT_FOUND', 'VPS_NOT_RUNNING', 'CONFLICT', 'QUOTA_EXCEEDED'],
      handle: ({ caller, id, body: { kind = 'shell', reason } }) => consoles.create(caller, { id, kind, reason }),
    }),
  ];
}
