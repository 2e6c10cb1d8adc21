export interface FarewellWords {
  readonly tab: string;
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  readonly reviewTitle: string;
  readonly review: string;
  readonly confirm: string;
  readonly doneTitle: string;
  readonly done: (email: string) => string;
  readonly failed: string;
}

const RECEIPT = (email: string) =>
  `A receipt with the date and the time is on its way to ${email}. Keep it; it says what you declared and when.`;

export const cancelWords: FarewellWords = {
  tab: 'Cancel a contract · Hostler',
  title: 'Cancel a contract',
  text: 'Without signing in. The contract ends with the period that is paid for, unless you name a later day.',
  reason: 'Reason',
  reviewTitle: 'Check your cancellation',
  review: 'This is what you declare. It arrives the moment you press the button.',
  confirm: 'Cancel now',
  doneTitle: 'Your cancellation has arrived',
  done: (email) =>
    `${RECEIPT(email)} Where name, address and contract are those of a contract, it ends as you said, and its holder is told.`,
  failed: 'The cancellation was not sent',
};

export const withdrawWords: FarewellWords = {
  tab: 'Withdraw from a contract · Hostler',
  title: 'Withdraw from a contract',
  text: 'Consumers may withdraw within the time that the terms name. Nobody has to give a reason.',
  reason: 'What you withdraw from, if not all of it',
  reviewTitle: 'Check your withdrawal',
  review: 'This is what you declare. It arrives the moment you press the button.',
  confirm: 'Confirm withdrawal',
  doneTitle: 'Your withdrawal has arrived',
  done: (email) => `${RECEIPT(email)} Somebody looks at it and answers you.`,
  failed: 'The withdrawal was not sent',
};

export const declarationWords = {
  tab: 'Declaration · Hostler',
  cancel: 'Your cancellation',
  withdraw: 'Your withdrawal',
  title: 'Your declaration',
  text: 'This is what was declared. Print or save this page if you want to keep it.',
  received: 'Received',
  gone: 'Write to us.',
  failed: 'The declaration cannot be shown',
};

export const objectWords = {
  tab: 'Object to a cancellation · Hostler',
  title: 'Keep the contract',
  text: 'Somebody cancelled your contract without signing in. If that was not you, press the button: the contract goes on as before.',
  button: 'I did not cancel',
  doneTitle: 'The contract goes on',
  done: 'The cancellation is taken back. Nothing has changed for you.',
  failed: 'Nothing was changed',
  gone: 'Sign in to see how the contract is, or write to us.',
};

export const texts = {
  name: 'Your name',
  nameHint: 'As it stands on the invoice.',
  email: 'E-mail',
  emailHint: 'The one of your account. The receipt goes there.',
  contract: 'Contract',
  contractHint: 'The number of an invoice or of the subscription, or the name of the server.',
  when: 'When it ends',
  atEnd: 'At the earliest moment',
  onDay: 'On a day that I name',
  day: 'Day',
  received: (at: string) => `It arrived ${at}.`,
  optional: 'Not needed.',
  next: 'Check it',
  back: 'Change it',
  home: 'Go to the panel',
} as const;
