import type { Database, Query } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { custom, Instead, inAccount, list, type Route, show } from '#kernel/http/route.ts';
import { plainAddress } from '#kernel/net/networks.ts';
import { findPerson, type PersonRow } from '../../people/index.ts';
import type { Entrance } from './entrance.ts';
import * as schemas from './schemas.ts';
import type { SecondFactors, SessionService } from './service.ts';
import type { PanelTokens } from './tokens/service.ts';
import { viewCurrentView, viewSession, viewTimes } from './view.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;

interface Dependencies {
  db: Database;
  entrance: Entrance;
  sessions: SessionService;
  secondFactors: SecondFactors;
  tokens: PanelTokens;
}

export function sessionRoutes(dependencies: Dependencies): Route<PanelCaller>[] {
  const { db, entrance, sessions, secondFactors, tokens } = dependencies;
  return [
    custom({
      method: 'POST',
      path: '/sessions',
      operation: 'create',
      access: 'public',
      summary: 'Sign in',
      description:
        'Signs a person in and sets the session cookie. If the person has a second factor, the session can only be used for `/sessions/second-factor`. After too many wrong passwords, further attempts must wait, longer each time.',
      status: 201,
      body: schemas.SignInRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: schemas.SignedIn,
      instead: schemas.SecondFactorRequired,
      errors: ['UNAUTHORIZED'],
      async handle({ body }, context) {
        const begun = await sessions.signIn(body, entrance.placeOf(context), context.inTurn);
        entrance.give(context, begun);
        const { methods, person } = begun;
        if (methods.length > 0) return new Instead({ second_factor_required: true as const, methods: [...methods] });
        return context.inTurn(() => db.read(entrance.viewSignedIn(person)));
      },
    }),
    list({
      path: '/sessions',
      access: 'any-credential',
      summary: 'List sessions',
      description: 'Lists your browser sessions.',
      item: schemas.Session,
      statuses: [],
      *handle({ caller }, { page, per_page }) {
        const { items, total } = yield* sessions.list(caller, per_page, (page - 1) * per_page);
        return { items: items.map((session) => viewSession(session, caller)), total };
      },
    }),
    show({
      path: '/sessions/current',
      access: 'any-credential',
      forViews: true,
      summary: 'Get the current session',
      description: 'Returns the signed-in person, their accounts and the session.',
      data: schemas.CurrentSession,
      *handle({ caller }) {
        if (caller.viewed) return viewCurrentView(caller, caller.viewed);
        const person = (yield* findPerson(caller.person.id)) as PersonRow;
        const second_factor = (yield* secondFactors.list(person.id)).length > 0;
        return { ...(yield* entrance.viewSignedIn(person)), session: viewTimes(caller), second_factor };
      },
    }),
    custom({
      method: 'GET',
      path: '/sessions/address',
      access: 'any-credential',
      summary: 'Get your IP address',
      description: 'Returns the IP address that this request came from, for example to allow it in a firewall.',
      data: schemas.OwnAddress,
      async handle(_call, { address }) {
        return { address: plainAddress(address) };
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/remove',
      access: 'any-credential',
      summary: 'Sign out',
      description: 'Ends a session immediately: this session, the session `id`, or with `all` all other sessions.',
      body: schemas.RemoveRequest,
      data: schemas.Nothing,
      errors: ['NOT_FOUND'],
      async handle({ caller, body: { id, all } }, context) {
        const isThis = !all && (id ?? caller.session.id) === caller.session.id;
        await context.inTurn(() =>
          db.write(function* (): Query<void> {
            if (all) yield* sessions.removeOthers(caller);
            else yield* sessions.remove(caller, id ?? caller.session.id);
          }),
        );
        if (isThis) entrance.clear(context);
        return {};
      },
    }),
    inAccount(
      custom({
        method: 'POST',
        path: '/token',
        changesNothing: true,
        operation: 'create',
        access: 'any-credential',
        summary: 'Create an access token',
        description:
          'Creates an access token for the public API with the permissions of the person in the account. The token ends with the session and follows changes of the permissions.',
        body: schemas.PanelTokenRequest,
        maxBodyBytes: MAX_BODY_BYTES,
        data: schemas.PanelToken,
        errors: ['ENVIRONMENT_MISMATCH'],
        async handle({ caller, body }) {
          return tokens.issue(caller, body.environment);
        },
      }),
    ),
  ];
}
