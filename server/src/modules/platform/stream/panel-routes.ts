import { ANYBODY, changeSignal, type Database } from '@hostler/database';
import type { Member, PanelCaller } from '#kernel/http/caller.ts';
import { hints, inAccount, type Route } from '#kernel/http/route.ts';
import { OneOf } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { RIGHTS_TOPIC, TOPICS } from './topics.ts';

const StreamQuery = Type.Object({
  environment: Type.Optional(
    OneOf(['live', 'test'], {
      description: 'Environment of the page. Both environments receive the same notifications.',
    }),
  ),
});

export function streamRoutes({ db }: { db: Database }): Route<PanelCaller>[] {
  return [
    inAccount(
      hints({
        path: '/stream',
        operation: 'open',
        access: 'any-credential',
        summary: 'Stream change notifications',
        description:
          'Opens a stream of server-sent events. `data: {"changed":["hosting","actions"]}` names the lists to reload, at most 4 times a second; the stream carries no records. A comment is sent every 20 seconds. If the session or the permissions of the person change, the event `end` is sent and the stream closes within a second. A person can have 10 streams at a time.',
        query: StreamQuery,
        handle({ caller }, { tell, recheck }) {
          const { id } = caller.account;
          const rights = [id, `person ${caller.person.id}`, ANYBODY] as const;
          // Rows without an account are maintenance. Announcing them would make every open page reload at once.
          const watching = [
            ...listTopics(caller).map((name) => db.onSignal(changeSignal(id, name), () => tell(name))),
            ...rights.map((whose) => db.onSignal(changeSignal(whose, RIGHTS_TOPIC), recheck)),
          ];
          return () => {
            for (const stop of watching) stop();
          };
        },
      }),
    ),
  ];
}

function listTopics({ credential: { scopes } }: Member): string[] {
  return Object.entries(TOPICS)
    .filter(([, { access }]) => access.some((right) => scopes.has(right)))
    .map(([name]) => name);
}
