import { t } from '@lingui/core/macro';

export const texts = {
  tab: t`Setup`,
  waiting: t`Setup`,
  owner: {
    title: t`Create the first owner`,
    text: t`This installation has no owner yet. An owner manages settings, staff and money.`,
    name: t`Your name`,
    email: t`E-mail`,
    password: t`Password`,
    create: t`Create owner`,
    failed: t`The owner was not created`,
  },
  app: {
    title: t`Set up an authenticator app`,
    text: t`Staff see the data of all customers, so they sign in with a password and a code.`,
    scan: t`Scan this QR code with an authenticator app. Then enter the six-digit code from the app.`,
    qr: t`QR code of the secret`,
    secret: t`Or enter this key in the app`,
    code: t`Code`,
    turnOn: t`Turn on`,
    failed: t`The authenticator app was not turned on`,
  },
  codes: {
    title: t`Your recovery codes`,
    text: t`These codes are shown only once. Store them apart from your phone. Each code works once instead of the app.`,
    kept: t`Continue to the setup`,
  },
  goneTitle: t`This address cannot be used`,
  gone: t`The address was already used, expired after 24 hours, or an owner exists. If no owner exists, run the command “setup link” on the server to get a new address.`,
  broken: t`The address is incomplete. Copy all of it, including the part after the #. The command “setup link” on the server prints it again.`,
  toSignIn: t`Go to sign-in`,
  notLoaded: t`The address could not be checked`,
};
