import type { Letter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import type { CancellationRow } from './store.ts';

const NAMES = { cancel: 'cancellation', withdraw: 'withdrawal' } as const;

function describe({ kind, name, email, contract, reason, wished_end, received_at }: CancellationRow): string[] {
  return [
    `Received: ${formatTime(received_at)}`,
    `Type: ${NAMES[kind]}`,
    `Name: ${name}`,
    `E-mail: ${email}`,
    `Contract: ${contract}`,
    ...(kind === 'cancel' ? [`End date: ${wished_end ?? 'end of the paid period'}`] : []),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ];
}

/**
 * Goes to the typed address when no contract matches; a stranger may have typed it. The mail quotes none of the typed
 * text. The link shows the declaration, whose content the law requires to be confirmed.
 */
export function writeUnmatchedReceipt({ kind, received_at }: CancellationRow, url: string): Letter {
  return {
    subject: `We have received your ${NAMES[kind]}`,
    paragraphs: [
      `We received a ${NAMES[kind]} on ${formatTime(received_at)} in which this address was given. Open the link to read, print or save the declaration.`,
      'Name, e-mail address and contract do not match a contract that we have on file. We check it and get in touch.',
    ],
    action: { label: 'Show the declaration', url },
    notes: ['The link is valid for one year. If it was not you, you can ignore this e-mail.'],
  };
}

/** Goes to the address on file when name, address and contract match. */
export function writeReceipt(cancellation: CancellationRow): Letter {
  return {
    subject: `We have received your ${NAMES[cancellation.kind]}`,
    paragraphs: [
      `This is the receipt for the ${NAMES[cancellation.kind]} that we received:`,
      ...describe(cancellation),
      'The name, e-mail address and contract match our records.',
    ],
    notes: [
      'If it was not you, you can ignore this e-mail. The holder of the contract is notified separately and can object.',
    ],
  };
}

/** Goes to the address on file. */
export function writeNotice(subscription: string, endsAt: number, cancellation: CancellationRow, url: string): Letter {
  return {
    subject: `${subscription} was cancelled`,
    paragraphs: [
      `${subscription} was cancelled on our public page on ${formatTime(cancellation.received_at)}. It continues until ${formatTime(endsAt)} and then ends.`,
    ],
    action: { label: 'This was not me: keep it', url },
    notes: ['The link works once and expires in 14 days. If it was you, no action is needed.'],
  };
}

/** Notifies staff of a declaration that matches no contract. */
export function writeUnmatched(cancellation: CancellationRow): Letter {
  return {
    subject: `A ${NAMES[cancellation.kind]} that matches no contract`,
    paragraphs: [
      `The name, e-mail address and contract of a ${NAMES[cancellation.kind]} do not match one contract. The sender has a receipt. Find the contract and answer the sender.`,
      ...describe(cancellation),
    ],
  };
}

export function writeTicket(cancellation: CancellationRow): { subject: string; message: string } {
  return {
    subject: `${cancellation.kind === 'cancel' ? 'Cancellation' : 'Withdrawal'} of ${cancellation.contract}`.slice(
      0,
      200,
    ),
    message: `Sent on the public page.\n\n${describe(cancellation).join('\n')}`,
  };
}
