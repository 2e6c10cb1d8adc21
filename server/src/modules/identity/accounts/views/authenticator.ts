import type { Awaitable, Database } from '@hostler/database';
import { type AppError, notFound } from '#kernel/errors.ts';
import type { Authenticator, Member, PanelCaller, Right, Source } from '#kernel/http/caller.ts';
import { CredentialLookUps } from '#kernel/http/credential-look-ups.ts';
import type { Scope } from '#kernel/scopes.ts';
import type { Clock } from '#kernel/time.ts';
import { readBearer } from '../../credentials/index.ts';
import { viewAccountOf } from '../../people/index.ts';
import { errors } from './errors.ts';
import { rolesOf, scopesOf, VIEW_RIGHTS } from './rights.ts';
import type { ViewGround } from './store.ts';
import { credentialOf, type ViewTokens } from './tokens.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  sessions: Authenticator<PanelCaller>;
  tokens: ViewTokens;
}

/** Accepts tokens of views at the panel API, besides sessions. A token takes precedence: the cookie is then not read. */
export function acceptViews({ db, clock, sessions, tokens }: Dependencies): Authenticator<PanelCaller> {
  const lookUps = new CredentialLookUps(db);

  const accept = (found: Awaitable<ViewGround | undefined>): Awaitable<PanelCaller> => {
    if (found instanceof Promise) return found.then(accept);
    if (!found || found.person_id === null || found.ends_at <= clock.now()) throw viewEnded();
    return toViewer(found);
  };

  return {
    ...sessions,
    authenticate(source) {
      const token = readViewToken(source);
      if (token === undefined) return sessions.authenticate(source);
      return accept(lookUps.find(`view ${token}`, () => tokens.findGround(token), source));
    },
    isTried: (source) => readViewToken(source) !== undefined || sessions.isTried(source),
    enterAccount(caller, accountId): Member {
      if (!caller.viewed) return sessions.enterAccount?.(caller, accountId) as Member;
      const { id, name, role } = caller.viewed;
      if (accountId !== id) throw notFound('Account');
      return { ...caller, account: { id, name }, role };
    },
  };

  function readViewToken({ headers: { authorization } }: Source): string | undefined {
    const token = authorization === undefined ? undefined : readBearer(authorization);
    return token !== undefined && tokens.looksLike(token) ? token : undefined;
  }
}

function toViewer(ground: ViewGround): PanelCaller {
  const { id, account_id, account_name, person_id, viewer, email, ends_at } = ground;
  const scopes = scopesOf(rolesOf(ground));
  const membership = { ...ground, account_id, account_name, role: 'member' as const, ownership_offered_at: null };
  const granted = { ...membership, scopes: scopes.join(' '), rights: VIEW_RIGHTS.join(' ') };
  return {
    person: { id: person_id ?? 0, name: viewer, email: email ?? '', staffRole: null },
    session: { id, confirmedAt: null, endsAt: ends_at, hasShownFactor: false },
    viewed: { ...viewAccountOf(granted, new Set(['live'])), scopes: [...scopes], rights: [...VIEW_RIGHTS] },
    credential: credentialOf<Scope | Right>(ground, [...scopes, ...VIEW_RIGHTS]),
    cacheKey: `view ${id} ${account_id} ${scopes.join(' ')}`,
  };
}

function viewEnded(): AppError {
  return errors.view_ended();
}
