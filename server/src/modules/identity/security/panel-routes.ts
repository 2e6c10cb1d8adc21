import type { PanelCaller } from '../../../kernel/http/caller.ts';
import { type CustomContext, command, custom, type Route, show } from '../../../kernel/http/route.ts';
import { Person, viewPerson } from '../people/index.ts';
import { type Entrance, Nothing } from '../sessions/index.ts';
import { siteOf } from './passkeys/site.ts';
import * as schemas from './schemas.ts';
import type { SecurityService } from './service.ts';
import { viewPasskey, viewSecurity } from './view.ts';

interface Dependencies {
  entrance: Entrance;
  security: SecurityService;
}

type Context = CustomContext<PanelCaller>;

/** Routes of a signed-in person about themselves. */
export function securityRoutes({ entrance, security }: Dependencies): Route<PanelCaller>[] {
  return [
    show({
      path: '/security',
      access: 'any-credential',
      operation: 'show',
      summary: 'How I sign in',
      data: schemas.Security,
      *handle({ caller }) {
        return viewSecurity(yield* security.look(caller));
      },
    }),
    command({
      path: '/security/profile',
      access: 'any-credential',
      summary: 'Change my name',
      status: 200,
      message: 'The name was changed.',
      body: schemas.ProfileRequest,
      data: Person,
      *handle({ caller, body }) {
        return viewPerson(yield* security.rename(caller, body.name));
      },
    }),
    custom({
      method: 'POST',
      path: '/security/password',
      access: 'any-credential',
      summary: 'Change my password',
      description: 'Everybody else who is signed in as me is signed out. The session gets a new cookie.',
      confirmed: true,
      body: schemas.PasswordRequest,
      data: Nothing,
      async handle({ caller, body, now }, context: Context) {
        const cookie = await security.replacePassword(caller, body, context.inTurn);
        entrance.renew(context, cookie, caller.session.endsAt - now);
        return {};
      },
    }),
    command({
      path: '/security/totp/begin',
      access: 'any-credential',
      confirmed: true,
      summary: 'Get a secret for an authenticator app',
      description: 'It counts when a code of the app has shown that it knows it; the one before counts until then.',
      status: 200,
      message: 'Enter it into the app.',
      data: schemas.TotpSecret,
      secret: true,
      *handle({ caller }) {
        return yield* security.beginTotp(caller);
      },
    }),
    command({
      path: '/security/totp/enable',
      access: 'any-credential',
      confirmed: true,
      summary: 'Turn codes of the app on',
      description: 'There are new recovery codes with it; those before are void.',
      status: 200,
      message: 'Codes are asked for from now on.',
      body: schemas.TotpCode,
      data: schemas.RecoveryCodes,
      secret: true,
      errors: ['CONFLICT'],
      *handle({ caller, body }) {
        return { recovery_codes: yield* security.enableTotp(caller, body.code) };
      },
    }),
    command({
      path: '/security/totp/disable',
      access: 'any-credential',
      confirmed: true,
      summary: 'Turn codes of the app off',
      status: 200,
      message: 'Codes are no longer asked for.',
      data: Nothing,
      errors: ['CONFLICT'],
      *handle({ caller }) {
        yield* security.disableTotp(caller);
        return {};
      },
    }),
    command({
      path: '/security/recovery-codes',
      operation: 'create',
      access: 'any-credential',
      confirmed: true,
      summary: 'Make new recovery codes',
      description: 'Ten, of which each works once. Those before are void.',
      status: 200,
      message: 'Keep them in a safe place.',
      data: schemas.RecoveryCodes,
      secret: true,
      errors: ['CONFLICT'],
      *handle({ caller }) {
        return { recovery_codes: yield* security.renewCodes(caller) };
      },
    }),
    custom({
      method: 'POST',
      path: '/security/passkeys/options',
      changesNothing: true,
      access: 'any-credential',
      confirmed: true,
      summary: 'Ask the browser for a new passkey',
      data: schemas.CreationOptions,
      errors: ['CONFLICT'],
      async handle({ caller }, context: Context) {
        return { options: await security.optionsForPasskey(caller, siteOf(context), context.inTurn) };
      },
    }),
    custom({
      method: 'POST',
      path: '/security/passkeys',
      operation: 'create',
      access: 'any-credential',
      confirmed: true,
      summary: 'Add a passkey',
      description: 'It signs in alone, and stands in for a code of the app.',
      status: 201,
      body: schemas.NewPasskeyRequest,
      data: schemas.NewPasskey,
      errors: ['CONFLICT'],
      async handle({ caller, body }, context: Context) {
        return viewPasskey(await security.addPasskey(caller, body, siteOf(context), context.inTurn));
      },
    }),
    command({
      path: '/security/passkeys/remove',
      access: 'any-credential',
      confirmed: true,
      summary: 'Remove a passkey',
      status: 200,
      message: 'The passkey was removed.',
      id: { description: 'The passkey.' },
      data: Nothing,
      *handle({ caller, id }) {
        yield* security.removePasskey(caller, id);
        return {};
      },
    }),
    command({
      path: '/security/email',
      operation: 'change',
      access: 'any-credential',
      confirmed: true,
      summary: 'Change my e-mail address',
      description: 'It changes when the new address has been confirmed by a link that is sent to it.',
      status: 200,
      message: 'Look into the inbox of the new address.',
      body: schemas.EmailRequest,
      data: schemas.PendingEmail,
      *handle({ caller, body }) {
        return yield* security.requestEmail(caller, body.email);
      },
    }),
    custom({
      method: 'POST',
      path: '/security/email/confirm',
      access: 'public',
      summary: 'Confirm a new e-mail address',
      description: 'With the link that was sent to it. The address before is told, and can undo it for 72 hours.',
      body: schemas.LinkRequest,
      data: Nothing,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ body }, { inTurn }) {
        await security.confirmEmail(body.token, inTurn);
        return {};
      },
    }),
    custom({
      method: 'POST',
      path: '/security/email/undo',
      access: 'public',
      summary: 'Take a new e-mail address back',
      description: 'With the link that was sent to the address before. Everybody who is signed in is signed out.',
      body: schemas.LinkRequest,
      data: Nothing,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ body }, { inTurn }) {
        await security.undoEmail(body.token, inTurn);
        return {};
      },
    }),
  ];
}
