import { t } from '@lingui/core/macro';

export const texts = {
  title: (name: string) => t`View as ${name}`,
  open: t`View as customer`,
  about: t`You see the panel as the customer does, read-only, for 30 minutes at most. The customer sees your name, the time and the reason in the audit log.`,
  reason: t`Reason`,
  reasonExample: t`Ticket 1042: the invoice is not shown`,
  delay: t`Delay the disclosure for a legal order`,
  discloseOn: t`Disclose on`,
  delayReason: t`Reason of the delay`,
  delayReasonHint: t`Only staff see it. It is kept for a year.`,
  view: t`View`,
};
