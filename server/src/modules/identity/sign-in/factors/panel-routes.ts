import type { PanelCaller } from '#kernel/http/caller.ts';
import { type CustomContext, command, custom, type Route, show } from '#kernel/http/route.ts';
import { Person, viewPerson } from '../../people/index.ts';
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
      summary: 'Get sign-in settings',
      description: 'Returns your sign-in settings.',
      data: schemas.Security,
      *handle({ caller }) {
        return viewSecurity(yield* security.readSettings(caller));
      },
    }),
    command({
      path: '/security/profile',
      access: 'any-credential',
      summary: 'Update your name',
      description: 'Updates your name.',
      status: 200,
      message: 'Name changed.',
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
      summary: 'Change your password',
      description: 'Changes your password. All other sessions end, and this session gets a new cookie.',
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
      summary: 'Create a TOTP secret',
      description:
        'Creates a secret for an authenticator app. It takes effect when you confirm a code of the app; the previous secret works until then.',
      status: 200,
      message: 'Secret created. Enter it into the app.',
      data: schemas.TotpSecret,
      secret: true,
      *handle({ caller }) {
        return yield* security.beginTotp(caller);
      },
    }),
    custom({
      method: 'POST',
      path: '/security/totp/enable',
      access: 'any-credential',
      confirmed: true,
      summary: 'Enable TOTP',
      description:
        'Enables codes of the authenticator app as a second factor. Returns new recovery codes; earlier ones are void. This session gets a new cookie.',
      body: schemas.TotpCode,
      data: schemas.RecoveryCodes,
      errors: ['CONFLICT'],
      async handle({ caller, body, now }, context: Context) {
        const { codes, cookie } = await security.enableTotp(caller, body.code, context.inTurn);
        entrance.renew(context, cookie, caller.session.endsAt - now);
        return { recovery_codes: codes };
      },
    }),
    command({
      path: '/security/totp/disable',
      access: 'any-credential',
      confirmed: true,
      summary: 'Disable TOTP',
      description: 'Disables codes of the authenticator app.',
      status: 200,
      message: 'TOTP disabled.',
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
      summary: 'Create recovery codes',
      description: 'Creates 10 recovery codes. Each works once. Earlier recovery codes are void.',
      status: 200,
      message: 'Recovery codes created. Keep them in a safe place: they are not shown again.',
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
      summary: 'Start to add a passkey',
      description: 'Creates a challenge for a new passkey.',
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
      description: 'Adds a passkey. A passkey can be used to sign in without a password, and as a second factor.',
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
      description: 'Removes a passkey.',
      status: 200,
      message: 'Passkey removed.',
      id: { description: 'Identifier of the passkey.' },
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
      summary: 'Change your e-mail address',
      description: 'Sends a confirmation link to the new e-mail address. The address changes when the link is used.',
      status: 200,
      message: 'Confirmation sent. Open the link in the mail to the new address.',
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
      description:
        'Confirms a new e-mail address with the link of the mail. The old address is notified and can undo the change for 72 hours.',
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
      summary: 'Undo a change of e-mail address',
      description:
        'Restores the old e-mail address, with the token from the link in the notification mail. All sessions of the person end.',
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
