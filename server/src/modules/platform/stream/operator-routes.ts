import { ANYBODY, changeSignal, type Database } from '@hostler/database';
import type { StaffCaller } from '#kernel/http/caller.ts';
import { hints, type Route } from '#kernel/http/route.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { StaffChanges } from './staff-changes.ts';
import { STAFF_TOPICS } from './staff-topics.ts';
import { RIGHTS_TOPIC } from './topics.ts';

export function staffStreamRoutes({ db }: { db: Database }): Route<StaffCaller>[] {
  const changes = new StaffChanges(db);
  return [
    hints<undefined, StaffCaller>({
      path: '/stream',
      operation: 'open',
      access: EVERY_ROLE,
      summary: 'Stream change notifications',
      description:
        'Opens a stream of server-sent events. `data: {"changed":["tickets","actions"]}` names the lists in which a record of any account has changed, at most 4 times a second; the stream carries no records. Lists that the roles may not read are not named. A comment is sent every 20 seconds. If the access or the roles change, the event `end` is sent and the stream closes within a second. A staff member or operator key can have 10 streams at a time.',
      handle({ caller }, { tell, recheck }) {
        // The statements that change a role or revoke a key name no person.
        const rights = caller.person ? ([ANYBODY, `person ${caller.person.id}`] as const) : ([ANYBODY] as const);
        const stops = [
          changes.listen({ topics: listTopics(caller), tell }),
          ...rights.map((whose) => db.onSignal(changeSignal(whose, RIGHTS_TOPIC), recheck)),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    }),
  ];
}

function listTopics({ credential: { scopes } }: StaffCaller): ReadonlySet<string> {
  const readable = Object.entries(STAFF_TOPICS).filter(([, { access }]) => access.some((role) => scopes.has(role)));
  return new Set(readable.map(([name]) => name));
}
