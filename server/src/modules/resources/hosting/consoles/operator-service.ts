import type { Query } from '@hostler/database';
import type { TerminalKind } from '#engines/vps/driver.ts';
import { audit } from '#kernel/audit/record.ts';
import { notFound } from '#kernel/errors.ts';
import type { StaffCaller } from '#kernel/http/caller.ts';
import type { Clock } from '#kernel/time.ts';
import { staffHolderOf } from '../../../identity/holders/index.ts';
import { findHostingOwner } from '../operator-store.ts';
import type { ConsoleService } from './service.ts';

interface NewConsole {
  id: number;
  kind: TerminalKind;
  reason: string;
}

export type ConsoleOperatorService = ReturnType<typeof createConsoleOperatorService>;

/** Lets staff open a console. The audit log of the customer has the reason. */
export function createConsoleOperatorService({ clock, consoles }: { clock: Clock; consoles: ConsoleService }) {
  return {
    *create(caller: StaffCaller, { id, kind, reason }: NewConsole): Query<{ url: string; expires_at: string }> {
      const now = clock.now();
      const accountId = yield* findHostingOwner(id);
      if (accountId === undefined) throw notFound('Server');
      const actor = {
        kind: 'operator' as const,
        id: caller.person?.id ?? null,
        label: caller.person?.name ?? caller.credential.label,
      };
      const owner = { accountId, environment: 'live' as const, holder: staffHolderOf(caller), actor, reason };
      const { server, console } = yield* consoles.create(owner, id, kind, now);
      const record = { type: 'hosting', id, label: server.hostname };
      yield* audit({ accounts: [accountId], record, reason, now });
      return console;
    },
  };
}
