import type { Letter, WriteLetter } from '#kernel/mail/letter.ts';
import { SOURCE_LANGUAGE } from '#kernel/texts/languages.ts';
import { type Say, say as speak } from '#kernel/texts/say.ts';
import type { CancellationRow } from './store.ts';
import { texts } from './texts.ts';

const NAMES = { cancel: 'cancellation', withdraw: 'withdrawal' } as const;

/** Returns the content of a declaration, line by line. */
function describe(cancellation: CancellationRow, say: Say): string[] {
  const { kind, name, email, contract, reason, wished_end, received_at } = cancellation;
  const end = wished_end === null ? say(texts.endOfPeriod) : say(texts.endDate, { day: say.day(wished_end) });
  return [
    say(texts.received, { time: say.time(received_at) }),
    say(kind === 'cancel' ? texts.typeCancellation : texts.typeWithdrawal),
    say(texts.name, { name }),
    say(texts.email, { email }),
    say(texts.contract, { contract }),
    ...(kind === 'cancel' ? [end] : []),
    ...(reason === null ? [] : [say(texts.reason, { reason })]),
  ];
}

const sayReceived = ({ kind }: CancellationRow, say: Say) =>
  say(kind === 'cancel' ? texts.receivedCancellation : texts.receivedWithdrawal);

/**
 * Goes to the typed address when no contract matches; a stranger may have typed it. The mail quotes none of the typed
 * text. The link shows the declaration, whose content the law requires to be confirmed.
 */
export function writeUnmatchedReceipt(cancellation: CancellationRow, url: string): WriteLetter {
  const { kind, received_at } = cancellation;
  const unmatched = kind === 'cancel' ? texts.unmatchedCancellation : texts.unmatchedWithdrawal;
  return (say) => ({
    subject: sayReceived(cancellation, say),
    paragraphs: [say(unmatched, { time: say.time(received_at) }), say(texts.noMatch)],
    action: { label: say(texts.showDeclaration), url },
    notes: [say(texts.linkForYear)],
  });
}

/** Goes to the address on file when name, address and contract match. */
export function writeReceipt(cancellation: CancellationRow): WriteLetter {
  const receipt = cancellation.kind === 'cancel' ? texts.receiptOfCancellation : texts.receiptOfWithdrawal;
  return (say) => ({
    subject: sayReceived(cancellation, say),
    paragraphs: [say(receipt), ...describe(cancellation, say), say(texts.match)],
    notes: [say(texts.notYou)],
  });
}

/** Goes to the address on file. `endDay` is a day such as `2026-11-15`. */
export function writeNotice(name: string, endDay: string, cancellation: CancellationRow, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.noticeSubject, { name }),
    paragraphs: [say(texts.notice, { name, time: say.time(cancellation.received_at), end: say.day(endDay) })],
    action: { label: say(texts.keep), url },
    notes: [say(texts.linkForObjection)],
  });
}

/** Notifies staff of a declaration that matches no contract. */
export function writeUnmatched(cancellation: CancellationRow): Letter {
  const english = speak(SOURCE_LANGUAGE);
  return {
    subject: `A ${NAMES[cancellation.kind]} that matches no contract`,
    paragraphs: [
      `The name, e-mail address and contract of a ${NAMES[cancellation.kind]} do not match one contract. The sender has a receipt. Find the contract and answer the sender.`,
      ...describe(cancellation, english),
    ],
  };
}

export function writeTicket(cancellation: CancellationRow): { subject: string; message: string } {
  const english = speak(SOURCE_LANGUAGE);
  return {
    subject: `${cancellation.kind === 'cancel' ? 'Cancellation' : 'Withdrawal'} of ${cancellation.contract}`.slice(
      0,
      200,
    ),
    message: `Sent on the public page.\n\n${describe(cancellation, english).join('\n')}`,
  };
}
