export const texts = {
  tab: 'Setup',
  waiting: 'Setup',
  owner: {
    title: 'Create the first owner',
    text: 'This installation has no owner yet. An owner manages settings, staff and money.',
    name: 'Your name',
    email: 'E-mail',
    password: 'Password',
    create: 'Create owner',
    failed: 'The owner was not created',
  },
  app: {
    title: 'Set up an authenticator app',
    text: 'Staff see the data of all customers, so they sign in with a password and a code.',
    scan: 'Scan this QR code with an authenticator app. Then enter the six-digit code from the app.',
    qr: 'QR code of the secret',
    secret: 'Or enter this key in the app',
    code: 'Code',
    turnOn: 'Turn on',
    failed: 'The authenticator app was not turned on',
  },
  codes: {
    title: 'Your recovery codes',
    text: 'These codes are shown only once. Store them apart from your phone. Each code works once instead of the app.',
    kept: 'Continue to the setup',
  },
  goneTitle: 'This address cannot be used',
  gone: 'It was already used, has expired after 24 hours, or there is an owner. If there is none, run the command “setup link” on the server to get a new address.',
  broken:
    'The address is incomplete. Copy all of it, including the part after the #. The command “setup link” on the server prints it again.',
  toSignIn: 'Go to sign-in',
  notLoaded: 'The address could not be checked',
};
