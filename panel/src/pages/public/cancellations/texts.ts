export interface CancellationWords {
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
  `We sent a receipt with the date and time to ${email}. Keep it as proof of your declaration.`;

export const cancelWords: CancellationWords = {
  tab: 'Cancel a contract',
  title: 'Cancel a contract',
  text: 'You do not need to sign in. The contract ends with the current paid period, unless you choose a later day.',
  reason: 'Reason',
  reviewTitle: 'Check your cancellation',
  review: 'This is what you declare. It arrives the moment you press the button.',
  confirm: 'Cancel now',
  doneTitle: 'Your cancellation has arrived',
  done: (email) =>
    `${RECEIPT(email)} If the name, e-mail and contract match, the contract ends as declared and its holder is notified.`,
  failed: 'The cancellation was not sent',
};

export const withdrawWords: CancellationWords = {
  tab: 'Withdraw from a contract',
  title: 'Withdraw from a contract',
  text: 'Consumers can withdraw within the period stated in the terms. You do not have to give a reason.',
  reason: 'What you withdraw from, if not all of it',
  reviewTitle: 'Check your withdrawal',
  review: 'This is what you declare. It arrives the moment you press the button.',
  confirm: 'Confirm withdrawal',
  doneTitle: 'Your withdrawal has arrived',
  done: (email) => `${RECEIPT(email)} Support checks your withdrawal and answers you.`,
  failed: 'The withdrawal was not sent',
};

export const declarationWords = {
  tab: 'Declaration',
  cancel: 'Your cancellation',
  withdraw: 'Your withdrawal',
  title: 'Your declaration',
  text: 'This is the declaration we received. Print or save this page to keep it.',
  received: 'Received',
  gone: 'The link is wrong or older than 1 year. Open the link in the e-mail again, or write to support.',
  failed: 'The declaration cannot be shown',
};

export const objectWords = {
  tab: 'Object to a cancellation',
  title: 'Keep the contract',
  text: 'Your contract was cancelled without signing in. If that was not you, press the button to continue the contract.',
  button: 'I did not cancel',
  doneTitle: 'The contract continues',
  done: 'The cancellation was revoked. Your contract is unchanged.',
  failed: 'The cancellation was not revoked',
  gone: 'Sign in to check the contract, or write to support.',
};

export const texts = {
  name: 'Your name',
  nameHint: 'As shown on the invoice.',
  email: 'E-mail',
  emailHint: 'The address of your account. We send the receipt there.',
  contract: 'Contract',
  contractHint: 'An invoice number, a subscription number or a server name.',
  when: 'When it ends',
  atEnd: 'As soon as possible',
  onDay: 'On a specific day',
  day: 'Day',
  received: (at: string) => `Received ${at}.`,
  optional: 'Optional.',
  next: 'Check it',
  back: 'Change it',
  home: 'Go to the panel',
} as const;
