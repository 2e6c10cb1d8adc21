import type { Vault } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { Environment, PanelCaller } from '../../../kernel/http/caller.ts';
import type { Cookie } from '../../../kernel/http/cookie.ts';
import { type CustomContext, custom, Instead, inAccount, list, type Route, show } from '../../../kernel/http/route.ts';
import { DAY, formatTime } from '../../../kernel/time.ts';
import { findPerson, listAccountsOf, type PersonRow, viewAccountOf, viewPerson } from '../people/index.ts';
import { makeKnownDevice } from './known-device.ts';
import { CONFIRMED_MS, LIFE_MS } from './life.ts';
import * as schemas from './schemas.ts';
import type { Begun, Place, SecondFactors, SessionService } from './service.ts';
import type { PanelTokens } from './tokens/service.ts';
import { viewSession, viewTimes } from './view.ts';

/** Nobody is known yet when these bodies are read. */
const MAX_BODY_BYTES = 16 * 1024;
const KNOWN_DEVICE_MS = 365 * DAY;

interface Dependencies {
  db: Database;
  vault: Vault;
  cookies: { session: Cookie; device: Cookie };
  sessions: SessionService;
  secondFactors: SecondFactors;
  tokens: PanelTokens;
  environments: ReadonlySet<Environment>;
}

export function sessionRoutes(dependencies: Dependencies): Route<PanelCaller>[] {
  const { db, vault, cookies, sessions, secondFactors, tokens, environments } = dependencies;

  const placeOf = ({ address, headers }: CustomContext<PanelCaller>): Place => ({
    address,
    userAgent: headers['user-agent'] ?? '',
    knownDevice: cookies.device.read(headers),
    cookie: cookies.session.read(headers),
  });

  /** Gives the browser its session, and once it is whole, that the person has used it. */
  const giveCookies = ({ setHeader }: CustomContext<PanelCaller>, { person, cookie, methods }: Begun): void => {
    const session = cookies.session.set(cookie, LIFE_MS);
    const device = () => cookies.device.set(makeKnownDevice(person.id, vault), KNOWN_DEVICE_MS);
    setHeader('set-cookie', methods.length === 0 ? [session, device()] : session);
  };

  function* viewSignedIn(person: PersonRow) {
    const accounts = yield* listAccountsOf(person.id);
    return { person: viewPerson(person), accounts: accounts.map((account) => viewAccountOf(account, environments)) };
  }

  return [
    custom({
      method: 'POST',
      path: '/sessions',
      operation: 'create',
      access: 'public',
      summary: 'Sign in',
      description:
        'Gives the browser a session. Where the person has a second factor, it is good for nothing but `/sessions/second-factor`. Too many wrong passwords make one wait, longer each time.',
      status: 201,
      body: schemas.SignInRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: schemas.SignedIn,
      instead: schemas.SecondFactorRequired,
      errors: ['UNAUTHORIZED'],
      async handle({ body }, context) {
        const begun = await sessions.signIn(body, placeOf(context), context.inTurn);
        giveCookies(context, begun);
        const { methods, person } = begun;
        if (methods.length > 0) return new Instead({ second_factor_required: true as const, methods: [...methods] });
        return context.inTurn(() => db.read(viewSignedIn(person)));
      },
    }),
    list({
      path: '/sessions',
      access: 'any-credential',
      summary: 'List where I am signed in',
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
      summary: 'Who is signed in',
      data: schemas.CurrentSession,
      *handle({ caller }) {
        const person = (yield* findPerson(caller.person.id)) as PersonRow;
        const second_factor = (yield* secondFactors.list(person.id)).length > 0;
        return { ...(yield* viewSignedIn(person)), session: viewTimes(caller), second_factor };
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/remove',
      access: 'any-credential',
      summary: 'Sign out',
      description: 'Ends this session, the one whose `id` is given, or with `all` all others; at once.',
      body: schemas.RemoveRequest,
      data: schemas.Nothing,
      errors: ['NOT_FOUND'],
      async handle({ caller, body: { id, all } }, { inTurn, setHeader }) {
        const isThis = !all && (id ?? caller.session.id) === caller.session.id;
        await inTurn(() =>
          db.write(function* (): Query<void> {
            if (all) yield* sessions.removeOthers(caller);
            else yield* sessions.remove(caller, id ?? caller.session.id);
          }),
        );
        if (isThis) setHeader('set-cookie', cookies.session.clear());
        return {};
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/confirm',
      access: 'any-credential',
      summary: 'Enter the password again',
      description:
        'For ten minutes, keys, people and the means of signing in can be changed. The session gets a new cookie.',
      body: schemas.ConfirmRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: schemas.Confirmed,
      async handle({ caller, body, now }, { inTurn, setHeader }) {
        const cookie = await sessions.confirm(caller, body.password, inTurn);
        setHeader('set-cookie', cookies.session.set(cookie, caller.session.endsAt - now));
        return { confirmed_until: formatTime(now + CONFIRMED_MS) };
      },
    }),
    inAccount(
      custom({
        method: 'POST',
        path: '/token',
        changesNothing: true,
        operation: 'create',
        access: 'any-credential',
        summary: 'Get an access token of the public API',
        description:
          'For the page itself: what the person may do in that account. It ends with the session, and follows what they may do.',
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
