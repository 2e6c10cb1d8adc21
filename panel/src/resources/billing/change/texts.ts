import { t } from '@lingui/core/macro';

export const changeTexts = {
  title: t`Change plan`,
  about: (name: string) =>
    t`${name}: an upgrade starts when the rest of the period is paid. A downgrade starts with the next period. The disk is never reduced.`,
  period: t`Billing period`,
  plan: t`New plan`,
  choose: t`Choose`,
  chooseText: t`The cost is shown before anything changes.`,
  preview: t`Preview`,
  /** The price from a day on, from now on, or from the payment on. */
  priceFrom: (day: string) => (price: string) => t`From ${day}: ${price}.`,
  priceNow: (price: string) => t`From now on: ${price}.`,
  priceWhenPaid: (price: string) => t`From the payment on: ${price}.`,
  tax: t`VAT`,
  taxIn: t`Includes VAT`,
  dueNow: t`To pay now`,
  change: t`Change plan`,
  changeAndPay: (amount: string) => t`Change and pay ${amount}`,
  close: t`Close`,
  noPreview: t`This change is not possible`,
  stale: t`The amount has changed. Check the new amount and confirm again`,
  failed: t`The plan was not changed`,
  changed: t`Plan changed.`,
  requested: (isCharged: boolean) =>
    isCharged
      ? t`Your saved payment method is charged. The plan changes when the payment arrives.`
      : t`The plan changes when its invoice is paid.`,
  pending: (plan: string) => t`Change to ${plan}`,
  pendingText: (plan: string) =>
    t`The plan stays ${plan} until the invoice is paid. If it is not paid, nothing changes and the invoice is cancelled.`,
  pay: t`Pay`,
  withdraw: t`Withdraw change`,
  withdrawn: t`The change is withdrawn, and its invoice is cancelled.`,
  replaces: t`Another change replaces the pending one and cancels its invoice.`,
} as const;
