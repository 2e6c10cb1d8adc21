import { ANYBODY, changeSignal } from '../../../kernel/db/announce.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Member, PanelCaller } from '../../../kernel/http/caller.ts';
import { hints, inAccount, type Route } from '../../../kernel/http/route.ts';
import { OneOf } from '../../../kernel/http/schema.ts';
import { Type } from '../../../kernel/http/type.ts';
import { RIGHTS_TOPIC, TOPICS } from './topics.ts';

const StreamQuery = Type.Object({
  environment: Type.Optional(
    OneOf(['live', 'test'], {
      description: 'Of the page. What the sandbox reads is what there is, so hints are the same.',
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
        summary: 'Be told what has changed',
        description:
          'Server-sent events: `data: {"changed":["hosting","actions"]}` names what to ask for again, at most four times a second; there is no data in the stream. A comment every 20 seconds. The event `end` says that the session, or what the person may do in the account, has changed: it ends within a second. Ten at a time for each person.',
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
