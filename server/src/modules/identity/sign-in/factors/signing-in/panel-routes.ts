import type { Database } from '@hostler/database';
import { randomBase62 } from '#kernel/crypto.ts';
import { validationError } from '#kernel/errors.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import type { Cookie } from '#kernel/http/cookie.ts';
import { type CustomContext, custom, type Route } from '#kernel/http/route.ts';
import { formatTime } from '#kernel/time.ts';
import { CONFIRMED_MS, Confirmed, type Entrance, type SessionService, SignedIn } from '../../sessions/index.ts';
import { fieldErrors } from '../errors.ts';
import { CHALLENGE_MS } from '../passkeys/challenge.ts';
import { siteOf } from '../passkeys/site.ts';
import * as schemas from '../schemas.ts';
import type { SignInService } from './service.ts';

const HOLDER_LENGTH = 43;

interface Dependencies {
  db: Database;
  entrance: Entrance;
  sessions: SessionService;
  signIn: SignInService;
  /** Binds a challenge to a browser without a session. */
  holder: Cookie;
}

type Context = CustomContext<PanelCaller>;

export function signInRoutes({ db, entrance, sessions, signIn, holder }: Dependencies): Route<PanelCaller>[] {
  return [
    custom({
      method: 'POST',
      path: '/sessions/second-factor',
      access: 'public',
      summary: 'Verify the second factor',
      description:
        'Completes a sign-in with a code of the app, a recovery code or a passkey. It must follow the password in the same browser. A code works once. After 5 wrong codes the password is required again.',
      status: 201,
      body: schemas.SecondFactorProof,
      data: SignedIn,
      errors: ['UNAUTHORIZED'],
      async handle({ body }, context: Context) {
        const begun = await signIn.showSecondFactor(body, entrance.placeOf(context), siteOf(context), context.inTurn);
        entrance.give(context, begun);
        return context.inTurn(() => db.read(entrance.viewSignedIn(begun.person)));
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/second-factor/options',
      changesNothing: true,
      access: 'public',
      summary: 'Start a second factor with a passkey',
      description: 'Creates a challenge for a passkey as a second factor.',
      data: schemas.RequestOptions,
      errors: ['UNAUTHORIZED', 'CONFLICT'],
      async handle(_call, context: Context) {
        const place = entrance.placeOf(context);
        return { options: await signIn.optionsForSecondFactor(place, siteOf(context), context.inTurn) };
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/passkey/options',
      changesNothing: true,
      access: 'public',
      summary: 'Start a sign-in with a passkey',
      description: 'Creates a challenge to sign in with a passkey. It is valid for 5 minutes in this browser.',
      data: schemas.RequestOptions,
      errors: ['CONFLICT'],
      async handle(_call, context: Context) {
        const value = randomBase62(HOLDER_LENGTH);
        const options = await signIn.optionsToSignIn(value, siteOf(context));
        context.setHeader('set-cookie', holder.set(value, CHALLENGE_MS));
        return { options };
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/passkey',
      access: 'public',
      summary: 'Sign in with a passkey',
      description: 'Signs a person in with a passkey and sets the session cookie.',
      status: 201,
      body: schemas.PasskeySignIn,
      data: SignedIn,
      errors: ['UNAUTHORIZED'],
      async handle({ body }, context: Context) {
        const { headers, inTurn } = context;
        const place = entrance.placeOf(context);
        const begun = await signIn.signInWithPasskey(
          body.response,
          holder.read(headers),
          place,
          siteOf(context),
          inTurn,
        );
        entrance.give(context, begun);
        return inTurn(() => db.read(entrance.viewSignedIn(begun.person)));
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/confirm',
      access: 'any-credential',
      summary: 'Confirm the password',
      description:
        'Confirms the session with the password or a passkey. For 10 minutes, operations that require a confirmation are allowed. The session gets a new cookie.',
      body: schemas.ConfirmRequest,
      data: Confirmed,
      async handle({ caller, body: { password, passkey }, now }, context: Context) {
        if ((password === undefined) === (passkey === undefined)) {
          throw validationError([fieldErrors.password_or_passkey('password')]);
        }
        const cookie = passkey
          ? await signIn.confirmWithPasskey(caller, passkey, siteOf(context), context.inTurn)
          : await sessions.confirm(caller, password ?? '', context.inTurn);
        entrance.renew(context, cookie, caller.session.endsAt - now);
        return { confirmed_until: formatTime(now + CONFIRMED_MS) };
      },
    }),
    custom({
      method: 'POST',
      path: '/sessions/confirm/options',
      changesNothing: true,
      access: 'any-credential',
      summary: 'Start a confirmation with a passkey',
      description: 'Creates a challenge to confirm the session with a passkey.',
      data: schemas.RequestOptions,
      errors: ['CONFLICT'],
      async handle({ caller }, context: Context) {
        return { options: await signIn.optionsToConfirm(caller, siteOf(context), context.inTurn) };
      },
    }),
  ];
}
