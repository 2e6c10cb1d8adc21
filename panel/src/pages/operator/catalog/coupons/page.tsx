import { plural } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconDiscount, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorList } from '#operator/operator-list.tsx';
import { formatMoney, formatNumber } from '#parts/numbers.ts';
import { Status } from '#parts/status.tsx';
import { Day } from '#resources/billing/day.tsx';
import type { StaffCoupon } from '../queries.ts';
import { CatalogSections } from '../sections.tsx';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/catalog/coupons');

export function CouponsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isMoney = useHasRole()(MONEY);
  const [creating, setCreating] = useState(false);
  const [ending, setEnding] = useState<StaffCoupon | null>(null);
  return (
    <>
      <OperatorList<StaffCoupon, typeof search>
        title={texts.title}
        path="/coupons"
        resource="coupons"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        statuses={STATUSES}
        sections={<CatalogSections />}
        rowName={({ code }) => code}
        columns={[
          { key: 'code', title: texts.code, render: ({ code }) => code },
          { key: 'discount', title: texts.discount, card: 'line', render: describeDiscount },
          {
            key: 'plans',
            title: texts.plans,
            from: 'lg',
            card: 'none',
            render: ({ plan_ids }) => (plan_ids === null ? texts.allPlans : plan_ids.join(', ')),
          },
          {
            key: 'uses',
            title: texts.uses,
            width: 110,
            align: 'end',
            card: 'line',
            render: ({ redemptions, max_redemptions }) =>
              `${formatNumber(redemptions)}${max_redemptions === null ? '' : ` / ${formatNumber(max_redemptions)}`}`,
          },
          {
            key: 'expires',
            title: texts.expires,
            width: 140,
            from: 'md',
            card: 'none',
            render: ({ expires_at }) => (expires_at ? <Day at={expires_at} /> : texts.never),
          },
          {
            key: 'status',
            title: texts.status,
            width: 120,
            card: 'beside',
            render: (coupon) => {
              const { tone, label } = STATUSES[statusOf(coupon)];
              return <Status tone={tone}>{label}</Status>;
            },
          },
        ]}
        rowMenu={
          isMoney
            ? (coupon) => (
                <Menu.Item
                  color="red"
                  disabled={coupon.ended_at !== null}
                  leftSection={<IconX size={16} />}
                  onClick={() => setEnding(coupon)}
                >
                  {texts.end}
                </Menu.Item>
              )
            : undefined
        }
        icon={IconDiscount}
        empty={texts.empty}
      >
        {isMoney && <Button onClick={() => setCreating(true)}>{texts.create}</Button>}
      </OperatorList>
      {creating && <CreateCoupon onClose={() => setCreating(false)} />}
      {ending && (
        <CommandDialog
          title={texts.endTitle(ending.code)}
          text={texts.endText}
          path="/coupons/end"
          query={{ id: ending.code }}
          action={texts.end}
          destructive
          touches={['coupons']}
          done={texts.ended}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

function CreateCoupon({ onClose }: { onClose: () => void }) {
  return (
    <CommandDialog
      title={texts.create}
      text={texts.createText}
      path="/coupons"
      fields={[
        { name: 'code', label: texts.code, required: true },
        { name: 'percent', label: texts.percent, type: 'integer' },
        { name: 'amount', label: texts.amount, type: 'money', currency: texts.currency },
        { name: 'periods', label: texts.periodsField, description: texts.periodsText, type: 'integer' },
        { name: 'max_redemptions', label: texts.most, description: texts.mostText, type: 'integer' },
        { name: 'expires', label: texts.expires, type: 'date' },
        { name: 'plans', label: texts.plansField, description: texts.plansText },
      ]}
      action={texts.create}
      touches={['coupons']}
      done={texts.created}
      onClose={onClose}
    />
  );
}

function describeDiscount({ percent, amount, currency, periods }: StaffCoupon): string {
  const value = percent === null ? formatMoney(amount ?? 0, currency ?? texts.currency) : `${percent} %`;
  return `${value}, ${periods === null ? texts.forAllPeriods : plural(periods, { one: '# period', other: '# periods' })}`;
}

function statusOf({ ended_at, expires_at }: StaffCoupon): keyof typeof STATUSES {
  if (ended_at) return 'ended';
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}
