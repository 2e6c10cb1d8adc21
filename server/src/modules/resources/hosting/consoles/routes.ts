import { command, type Route } from '#kernel/http/route.ts';
import { Console, ConsoleRequest } from './schemas.ts';
import type { ConsoleService } from './service.ts';

export function consoleRoutes(consoles: ConsoleService): Route[] {
  return [
    command({
      path: '/hosting/console',
      access: 'hosting.console',
      summary: 'Open a console',
      description:
        'Returns a one-time WebSocket address of a terminal in a running VPS. Connect within 60 seconds. Binary messages carry the bytes of the terminal, text messages carry JSON: see the console guide. A test key gets a simulated terminal with a fixed set of commands. At most 5 consoles per VPS and 10 per account are open at the same time. All consoles of an account together take 1,000 messages and 256 KiB of input a second; more input waits, and nothing is lost.',
      status: 201,
      message: 'Console address created.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      body: ConsoleRequest,
      data: Console,
      secret: true,
      record: 'hosting',
      errors: ['VPS_NOT_RUNNING', 'CONFLICT', 'QUOTA_EXCEEDED'],
      handle: ({ caller, id, body, now }) => consoles.createForCustomer(caller, id, body.kind ?? 'shell', now),
    }),
  ];
}
