import { t } from '@lingui/core/macro';

export const placedTexts = {
  title: t`Your order`,
  toServer: t`Open the server`,
  why: t`See what it is for`,
  pay: t`Pay to start`,
  payText: t`The server is created when the payment is received. Unpaid orders are cancelled after 7 days.`,
  progress: t`Progress of the order`,
  ordered: t`Ordered`,
  unpaid: t`Waiting for payment`,
  paid: t`Paid`,
  nothingToPay: t`Nothing to pay yet`,
  review: t`In review: we check this order and tell you the result by e-mail`,
  notMade: t`The server is created next`,
  making: t`Creating the server`,
  made: t`Your server is ready`,
  noServer: t`Active`,
  cancelled: t`The order was cancelled. Nothing is billed.`,
} as const;
