import type { Letter } from '../../../kernel/mail/letter.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { FarewellRow } from './store.ts';

const NAMES = { cancel: 'cancellation', withdraw: 'withdrawal' } as const;

function describe({ kind, name, email, contract, reason, wished_end, received_at }: FarewellRow): string[] {
  return [
    `Received: ${formatTime(received_at)}`,
    `What: ${NAMES[kind]}`,
    `Name: ${name}`,
    `E-mail: ${email}`,
    `Contract: ${contract}`,
    ...(kind === 'cancel' ? [`To end: ${wished_end ?? 'at the end of the period that is paid for'}`] : []),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ];
}

/**
 * Goes to the typed address when no contract matches; a stranger may have typed it. The mail quotes none of the typed
 * text. The link shows the declaration, whose content the law requires to be confirmed.
 */
export function writeUnmatchedReceipt({ kind, received_at }: FarewellRow, url: string): Letter {
  return {
    subject: `We have received your ${NAMES[kind]}`,
    paragraphs: [
      `We received a ${NAMES[kind]} on ${formatTime(received_at)} in which this address was given. Open the link to read, print or save what was declared.`,
      'Name, e-mail address and contract do not match a contract that we have on file. We check it and get in touch.',
    ],
    action: { label: 'Show the declaration', url },
    notes: ['The link is valid for one year. If it was not you, you do not need to do anything.'],
  };
}

/** Goes to the address on file when name, address and contract match. */
export function writeReceipt(farewell: FarewellRow): Letter {
  return {
    subject: `We have received your ${NAMES[farewell.kind]}`,
    paragraphs: [
      `This is the receipt for a ${NAMES[farewell.kind]} that was sent to us:`,
      ...describe(farewell),
      'Name, e-mail address and contract are those that we have on file.',
    ],
    notes: ['If it was not you, you need not do anything: whose contract it is is told separately, and can object.'],
  };
}

/** Goes to the address on file. */
export function writeNotice(subscription: string, endsAt: number, farewell: FarewellRow, url: string): Letter {
  return {
    subject: `${subscription} was cancelled`,
    paragraphs: [
      `Somebody, probably you, has cancelled ${subscription} on our public page, on ${formatTime(farewell.received_at)}. It ends on ${formatTime(endsAt)}, and goes on until then.`,
    ],
    action: { label: 'This was not me: keep it', url },
    notes: ['The link is good for 14 days and for one use. If it was you, you need not do anything.'],
  };
}

/** Notifies staff of a declaration that matches no contract. */
export function writeUnmatched(farewell: FarewellRow): Letter {
  return {
    subject: `A ${NAMES[farewell.kind]} that fits no contract`,
    paragraphs: [
      `Somebody sent a ${NAMES[farewell.kind]}, and name, e-mail address and contract do not all fit one. They have a receipt. Look whose it is, and answer them.`,
      ...describe(farewell),
    ],
  };
}

export function writeTicket(farewell: FarewellRow): { subject: string; message: string } {
  return {
    subject: `${farewell.kind === 'cancel' ? 'Cancellation' : 'Withdrawal'} of ${farewell.contract}`.slice(0, 200),
    message: `Sent on the public page.\n\n${describe(farewell).join('\n')}`,
  };
}
