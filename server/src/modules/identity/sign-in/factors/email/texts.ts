import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  hello: 'Hello {name},',
  confirmSubject: 'Confirm your new e-mail address',
  confirm: 'Confirm this address to use it for signing in.',
  confirmAction: 'Confirm this address',
  confirmNote: 'The link works once and expires in 24 hours.',
  ignore: 'If you did not request this, you can ignore this e-mail. Nothing changes.',
  takenSubject: 'A request to use your e-mail address',
  taken: 'Another login requested to change its e-mail address to yours. Nothing was changed.',
  takenByYou: 'If it was you: each e-mail address can belong to one login only.',
  requestedSubject: 'A change of your e-mail address was requested',
  requested: 'Your e-mail address changes to {email} when that address is confirmed.',
  changedSubject: 'Your e-mail address was changed',
  changed: 'You sign in with {email} from now on.',
  changedUndo:
    'You can undo this change for 72 hours. Undoing it ends all sessions. Then choose a new password immediately.',
  undoAction: 'This was not me: undo the change',
  ignoreIfYou: 'If this was you, you can ignore this e-mail.',
  arrivedSubject: 'Your e-mail address is confirmed',
  arrived: 'You sign in with this address from now on.',
  undoneSubject: 'The change of your e-mail address was undone',
  undone: 'You sign in with {email} again. All sessions were signed out.',
  choosePassword: 'Choose a new password',
  undoneOtherwise: 'The person who changed the address may know your password. Choose a new one now.',
});
