import type { Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { CustomerMail } from '../../../identity/people/index.ts';
import { findHosting } from '../store.ts';
import { writeTraffic } from './letters.ts';
import type { MonthTotal } from './operator-store.ts';
import type { TrafficTerms } from './terms.ts';

export interface TrafficMail {
  /** Sends each percentage once per server and month. */
  report(total: MonthTotal, terms: TrafficTerms, level: number, now: number): Query<void>;
}

export function createTrafficMail({ customerMail, links }: { customerMail: CustomerMail; links: Links }): TrafficMail {
  return {
    *report({ account_id, hosting_id, month, out_bytes }, terms, level, now) {
      const server = yield* findHosting(account_id, hosting_id);
      if (!server) return;
      const url = links.to(`/servers/${hosting_id}/traffic`);
      const letter = writeTraffic({ hostname: server.hostname, month, out_bytes, level }, terms, url);
      const cause = `server ${hosting_id} traffic ${month} ${level}`;
      yield* customerMail.toOwners({ accountId: account_id, kind: 'traffic', cause, letter, now });
    },
  };
}
