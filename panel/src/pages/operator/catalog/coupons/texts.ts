import { t } from '@lingui/core/macro';

export const STATUSES = {
  active: { label: t`Active`, tone: 'good' },
  expired: { label: t`Expired`, tone: 'idle' },
  ended: { label: t`Ended`, tone: 'idle' },
} as const;

export const texts = {
  title: t`Coupons`,
  search: t`Search by code`,
  code: t`Code`,
  discount: t`Discount`,
  periods: t`Periods`,
  allPeriods: t`All periods`,
  uses: t`Uses`,
  plans: t`Plans`,
  allPlans: t`All plans`,
  expires: t`Expires`,
  never: t`Never`,
  status: t`Status`,
  create: t`Create coupon`,
  createText: t`Each customer can use a coupon once.`,
  percent: t`Discount in percent`,
  amount: t`Or an amount per period`,
  currency: 'EUR',
  periodsField: t`Discounted periods`,
  periodsText: t`Empty: all periods.`,
  most: t`Number of customers who can use it`,
  mostText: t`Empty: unlimited.`,
  plansField: t`Plans, separated by commas`,
  plansText: t`Empty: all plans.`,
  created: t`The coupon is created.`,
  end: t`End coupon`,
  endTitle: (code: string) => t`End ${code}?`,
  endText: t`New orders can no longer use the coupon. Existing orders keep it.`,
  ended: t`The coupon is ended.`,
  empty: t`No coupons yet.`,
} as const;
