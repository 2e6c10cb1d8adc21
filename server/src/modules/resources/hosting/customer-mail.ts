import type { Query } from '@hostler/database';
import type { ActionSubject } from '#kernel/jobs/action-kind.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { writeLifted, writeReady } from './letters.ts';
import type { HostingRow } from './store.ts';
import { listOpen } from './suspensions/store.ts';

/** Mails the members of an account about a server, in the transaction that records the change. */
export interface ServerMail {
  /** Sends nothing if the server was suspended before it first ran. */
  ready(about: ActionSubject, hosting: HostingRow): Query<void>;
  /** Sends nothing if the server was suspended again meanwhile. */
  lifted(about: ActionSubject, hosting: HostingRow): Query<void>;
}

export function createServerMail({ customerMail, links }: { customerMail: CustomerMail; links: Links }): ServerMail {
  return {
    *ready({ accountId, now }, hosting) {
      if (hosting.status !== 'running' || (yield* listOpen(accountId, hosting.id)).length > 0) return;
      const letter = writeReady(hosting, links.to(`/servers/${hosting.id}`));
      yield* customerMail.toMembers({ accountId, kind: 'server_ready', cause: `server ${hosting.id}`, letter, now });
    },
    *lifted({ accountId, now }, hosting) {
      if ((yield* listOpen(accountId, hosting.id)).length > 0) return;
      const letter = writeLifted(hosting, links.to(`/servers/${hosting.id}`));
      const cause = `server ${hosting.id} revision ${hosting.revision}`;
      yield* customerMail.toMembers({ accountId, kind: 'suspension_lifted', cause, letter, now });
    },
  };
}
