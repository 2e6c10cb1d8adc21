import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Payouts`,
  description: t`Refunds that no provider can return. Transfer each by hand, then record it.`,
  statuses: { open: t`To transfer`, paid: t`Transferred` },
  recipient: t`Recipient`,
  unknown: t`Unknown: ask the customer`,
  since: t`Since`,
  empty: t`No refunds to transfer.`,
  paid: t`Record transfer`,
  paidTitle: t`Did you transfer this refund?`,
  paidText: t`Record the refund after the transfer to prevent a second one.`,
  paidAction: (amount: string) => t`Record transfer of ${amount}`,
  done: t`The transfer is recorded.`,
} as const;
