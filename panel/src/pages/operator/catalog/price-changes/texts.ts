import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Price changes`,
  description: t`Price rises that were announced to subscribers. They take effect when each subscription renews.`,
  notices: t`Subscriptions`,
  from: t({ message: 'From', context: 'day' }),
  empty: t`No price rise was announced. Owners announce one from the menu of a plan.`,
} as const;
