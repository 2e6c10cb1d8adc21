import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about the ways in which a person signs in. */
export const texts = defineTexts('mail', {
  hello: 'Hello {name},',
  otherwise: 'If this was not you, choose a new password immediately and sign out all other sessions.',
  account: 'Account',
  time: 'Time',
  device: 'Device',
  address: 'Address',
  openSecurity: 'Open your security settings',
  passwordChangedSubject: 'Your password was changed',
  passwordChanged: 'Your password was changed. All other sessions were signed out.',
  passwordChangedOtherwise:
    'If this was not you, reset your password immediately: “Forgot your password?” on the sign-in page.',
  totpOnSubject: 'Your authenticator app was turned on',
  totpOn: 'Signing in now requires a code from your authenticator app. Keep your recovery codes in a safe place.',
  totpOffSubject: 'Your authenticator app was turned off',
  totpOff: 'Signing in no longer requires a code from your authenticator app.',
  recoveryCodesSubject: 'You have new recovery codes',
  recoveryCodes: 'Ten new recovery codes were generated. Your previous codes no longer work.',
  codesGuessedSubject: 'Your password may be known to someone else',
  codesGuessed:
    'Your correct password was entered, followed by several wrong codes for your second factor. The sign-in was refused.',
  codesGuessedOtherwise: 'If this was not you, choose a new password now.',
  signInSubject: 'A new sign-in to your account',
  signIn: 'Your login was used in a new browser.',
  liftCancelledSubject: 'Your second factor is not removed',
  liftCancelled: 'You signed in with your second factor. This cancelled its removal, which was requested from staff.',
  liftDoneSubject: 'Your second factor was removed',
  liftDone:
    'As announced a day ago, staff have removed your authenticator app, recovery codes and passkeys. You now sign in with your password alone.',
  liftDoneNext: 'Sign in and set up a new second factor.',
  liftDoneOtherwise: 'If you did not request this, choose a new password immediately and write to support.',
  liftAskedSubject: 'Your second factor will be removed',
  liftAsked: 'Staff were asked to remove the second factor of {email}, because it was lost: {reason}',
  liftAskedTime: 'It is removed on {day} at {time} UTC. After that, you sign in with your password alone.',
  liftAskedOtherwise:
    'If you did not request this, sign in with your second factor before then to cancel the removal. Then choose a new password, because someone impersonates you.',
  codeUsedSubject: 'A recovery code was used to sign in',
  codeUsed: 'One of your recovery codes was used. {left, plural, =1 {One is} other {# are}} left.',
  passkeyAddedSubject: 'A passkey was added',
  passkeyAdded: 'You can sign in with the passkey “{name}”.',
  passkeyRemovedSubject: 'A passkey was removed',
  passkeyRemoved: 'The passkey “{name}” can no longer be used to sign in.',
});
