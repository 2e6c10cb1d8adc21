import { terminalKinds } from '#engines/vps/driver.ts';
import { DateTime, Line, OneOf, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

const kind = Type.Optional(
  OneOf(terminalKinds, {
    default: 'shell',
    description:
      '`shell` opens a login shell of root. `serial` opens the serial console, which shows boot messages and asks for a login.',
  }),
);

export const ConsoleRequest = Type.Object({ kind });

export const StaffConsoleRequest = Type.Object({
  kind,
  reason: Line({
    minLength: 3,
    maxLength: 200,
    description: 'Why you open the console. The customer sees it in the audit log.',
    examples: ['Ticket 1042: the disk is full'],
  }),
});

export const Console = Resource('Console', 'A one-time address of a terminal.', {
  url: Type.String({
    description: 'WebSocket address. It contains a secret and works once.',
    examples: ['wss://panel.example.com/api/v1/hosting/console/attach?token=svc_ct_…'],
  }),
  expires_at: DateTime('Time until which the address can be used: 60 seconds after its creation.'),
});
