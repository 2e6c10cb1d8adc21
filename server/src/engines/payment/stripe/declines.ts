import type { FailureKind, PaymentFailure } from '../driver.ts';

/** Decline codes of Stripe, from an error or from the last attempt of a payment. */
export interface Decline {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly advice_code?: string | undefined;
}

const ACTION_REQUIRED = new Set([
  'authentication_required',
  'payment_intent_authentication_failure',
  'approve_with_id',
]);

/** A retry with the same card or account never succeeds, and card networks fine it. */
const HARD = new Set([
  'account_closed',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_ownership_changed',
  'branch_does_not_exist',
  'card_not_supported',
  'currency_not_supported',
  'debit_not_authorized',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'no_account',
  'payment_method_invalid_parameter',
  'pickup_card',
  'recipient_deceased',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'testmode_decline',
  'transaction_not_allowed',
]);

/** Our own texts: Stripe asks not to tell customers that a card counts as stolen or a payment as fraud. */
const SENTENCES: Record<FailureKind, string> = {
  soft: 'The bank declined the payment.',
  hard: 'The bank declined the payment for good. Please use another payment method.',
  action_required: 'The bank wants you to confirm this payment.',
};
const SPECIAL: Readonly<Record<string, string>> = {
  insufficient_funds: 'There was not enough money on the account.',
  expired_card: 'The card has expired. Please use another payment method.',
};

export function explainDecline({ code = '', decline_code = '', advice_code = '' }: Decline): PaymentFailure {
  const kind = judge(code, decline_code, advice_code);
  const special = SPECIAL[decline_code] ?? SPECIAL[code];
  return { kind, message: special ?? SENTENCES[kind] };
}

function judge(code: string, declineCode: string, adviceCode: string): FailureKind {
  if (ACTION_REQUIRED.has(code) || ACTION_REQUIRED.has(declineCode)) return 'action_required';
  if (adviceCode === 'do_not_try_again' || adviceCode === 'confirm_card_data') return 'hard';
  if (HARD.has(declineCode) || HARD.has(code)) return 'hard';
  return 'soft';
}
