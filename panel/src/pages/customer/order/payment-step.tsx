import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { writeCity } from '../../../../../packages/addresses/src/address.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { nameCountry } from '../../../parts/countries.ts';
import { Failure } from '../../../parts/failure.tsx';
import { formatMoney } from '../../../parts/numbers.ts';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { AddMethod } from '../../../resources/billing/methods/add-method.tsx';
import { type Choice, firstChoice, isUsable } from '../../../resources/billing/pay/choice.ts';
import { PayChoice } from '../../../resources/billing/pay/pay-choice.tsx';
import { useMethods, useWays } from '../../../resources/billing/pay/queries.ts';
import { ProfileForm } from '../../../resources/billing/profile/profile-form.tsx';
import { type BillingProfile, hasAddress, useProfile } from '../../../resources/billing/profile/queries.ts';
import type { PlanPrice, ShopPlan } from '../../../resources/plans/queries.ts';
import { StepEnd } from './choose-plan.tsx';
import { CouponField } from './coupon-field.tsx';
import { type OrderFields, toOrder } from './order-fields.ts';
import type { QuoteInput } from './queries.ts';
import { texts } from './texts.ts';
import { useOrdering } from './use-ordering.ts';

interface PaymentStepProps {
  readonly form: UseFormReturnType<OrderFields>;
  readonly plan: ShopPlan;
  readonly price: PlanPrice;
  readonly wanted: QuoteInput;
  /** True for plans that are charged later and require a saved payment method. */
  readonly needsMethod: boolean;
  /** Quoted total; undefined while loading. */
  readonly total: number | undefined;
  readonly onBack: () => void;
}

/** Last step: billing details, payment method and the binding order button. */
export function PaymentStep({ form, plan, price, wanted, needsMethod, total, onBack }: PaymentStepProps) {
  const profile = useProfile();
  const [choice, setChoice] = useState<Choice | null>(null);
  const { data: ways = [] } = useWays();
  const [changing, details] = useDisclosure(false);
  const kept = useMethods().data?.filter(isUsable) ?? [];
  const { order, problem, isPending } = useOrdering(form, onBack);
  if (profile.error && !profile.data) {
    return <Failure error={profile.error} retrying={profile.isFetching} onRetry={() => void profile.refetch()} />;
  }
  if (!profile.data) return <Skeleton height={320} />;
  const isMissing = !hasAddress(profile.data);
  const input = { plan: plan.name, period: price.period, ...toOrder(form.values) };
  return (
    <Stack gap="lg">
      <section aria-label={texts.details}>
        <SectionTitle title={texts.details}>
          {!isMissing && !changing && (
            <Button variant="default" size="xs" onClick={details.open}>
              {texts.change}
            </Button>
          )}
        </SectionTitle>
        {isMissing && <Text c="dimmed">{texts.addressMissing}</Text>}
        {isMissing || changing ? (
          <ProfileForm profile={profile.data} onSaved={details.close} />
        ) : (
          <Text>{describeProfile(profile.data)}</Text>
        )}
      </section>
      <CouponField form={form} wanted={wanted} />
      {needsMethod && kept.length === 0 ? (
        <section aria-label={texts.payWith}>
          <SectionTitle title={texts.payWith} description={texts.needsMethod} />
          <AddMethod returnPath={`/order/${plan.id}?period=${price.period}&step=payment`} />
        </section>
      ) : (
        <PayChoice label={texts.payWith} keptOnly={needsMethod} value={choice} onChange={setChoice} />
      )}
      {problem ? <Failure error={problem} title={texts.failed} /> : null}
      <StepEnd onBack={onBack}>
        <Group gap="xs">
          <CodeCorner call={() => ({ operation: 'subscriptions.create', input })} />
          <Button
            loading={isPending}
            disabled={isMissing || changing || total === undefined}
            onClick={() => order(input, choice ?? firstChoice(kept, ways))}
          >
            {total ? texts.orderAndPay(formatMoney(total, price.currency)) : texts.orderForMoney}
          </Button>
        </Group>
      </StepEnd>
    </Stack>
  );
}

function describeProfile(profile: BillingProfile): string {
  const { company, name, street, country, vat_id } = profile;
  return [company, name, street, writeCity(profile), nameCountry(country ?? ''), vat_id].filter(Boolean).join(', ');
}
