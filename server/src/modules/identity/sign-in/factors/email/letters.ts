import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { WriteChange } from '../mails.ts';
import { texts } from './texts.ts';

/** Goes to the new address, so that only its reader can confirm. */
export function askToConfirm(name: string, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.confirmSubject),
    paragraphs: [say(texts.hello, { name }), say(texts.confirm)],
    action: { label: say(texts.confirmAction), url },
    notes: [say(texts.confirmNote), say(texts.ignore)],
  });
}

/** Goes to an address that is already in use. The requester does not learn that. */
export function tellTaken(): WriteLetter {
  return (say) => ({ subject: say(texts.takenSubject), paragraphs: [say(texts.taken), say(texts.takenByYou)] });
}

export function describeRequest(newEmail: string): WriteChange {
  return (say) => ({ subject: say(texts.requestedSubject), paragraphs: [say(texts.requested, { email: newEmail })] });
}

export function describeChange(newEmail: string, undoUrl: string): WriteChange {
  return (say) => ({
    subject: say(texts.changedSubject),
    paragraphs: [say(texts.changed, { email: newEmail }), say(texts.changedUndo)],
    action: { label: say(texts.undoAction), url: undoUrl },
    otherwise: say(texts.ignoreIfYou),
  });
}

export function describeArrival(): WriteChange {
  return (say) => ({ subject: say(texts.arrivedSubject), paragraphs: [say(texts.arrived)] });
}

export function describeUndone(oldEmail: string, resetUrl: string): WriteChange {
  return (say) => ({
    subject: say(texts.undoneSubject),
    paragraphs: [say(texts.undone, { email: oldEmail })],
    action: { label: say(texts.choosePassword), url: resetUrl },
    otherwise: say(texts.undoneOtherwise),
  });
}
