import { t } from '@lingui/core/macro';

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
  t`We sent a receipt with the date and time to ${email}. Keep it as proof of your declaration.`;

export const cancelWords: CancellationWords = {
  tab: t`Cancel a contract`,
  title: t`Cancel a contract`,
  text: t`You do not need to sign in. The contract ends with the current paid period, unless you choose a later day.`,
  reason: t`Reason`,
  reviewTitle: t`Check your cancellation`,
  review: t`Your declaration is received when you press the button.`,
  confirm: t`Cancel now`,
  doneTitle: t`Your cancellation has arrived`,
  done: (email) =>
    t`${RECEIPT(email)} If the name, e-mail and contract match, the contract ends as declared and its holder is notified.`,
  failed: t`The cancellation was not sent`,
};

export const withdrawWords: CancellationWords = {
  tab: t`Withdraw from a contract`,
  title: t`Withdraw from a contract`,
  text: t`Consumers can withdraw within the period stated in the terms. You do not have to give a reason.`,
  reason: t`Part of the contract, if not all of it`,
  reviewTitle: t`Check your withdrawal`,
  review: t`Your declaration is received when you press the button.`,
  confirm: t`Confirm withdrawal`,
  doneTitle: t`Your withdrawal has arrived`,
  done: (email) => t`${RECEIPT(email)} Support checks your withdrawal and answers you.`,
  failed: t`The withdrawal was not sent`,
};

export const declarationWords = {
  tab: t`Declaration`,
  cancel: t`Your cancellation`,
  withdraw: t`Your withdrawal`,
  title: t`Your declaration`,
  text: t`This is the declaration we received. Print or save this page to keep it.`,
  received: t({ message: 'Received', context: 'on a day' }),
  gone: t`The link is invalid or older than 1 year. Open the link in the e-mail again, or write to support.`,
  failed: t`The declaration cannot be shown`,
};

export const objectWords = {
  tab: t`Object to a cancellation`,
  title: t`Keep the contract`,
  text: t`Your contract was cancelled without signing in. If that was not you, press the button to continue the contract.`,
  button: t`I did not cancel`,
  doneTitle: t`The contract continues`,
  done: t`The cancellation was revoked. Your contract is unchanged.`,
  failed: t`The cancellation was not revoked`,
  gone: t`Sign in to check the contract, or write to support.`,
};

export const texts = {
  name: t`Your name`,
  nameHint: t`As shown on the invoice.`,
  email: t`E-mail`,
  emailHint: t`The address of your account. We send the receipt there.`,
  contract: t`Contract`,
  contractHint: t`An invoice number, a subscription number or a server name.`,
  when: t`When it ends`,
  atEnd: t`As soon as possible`,
  onDay: t`On a specific day`,
  day: t`Day`,
  received: (at: string) => t`Received ${at}.`,
  optional: t`Optional.`,
  next: t`Check it`,
  back: t`Change it`,
  home: t`Go to the panel`,
} as const;
