import { Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useProfile } from '../../../resources/billing/profile/queries.ts';
import { useMay, usePlace } from '../../../session/place-context.tsx';
import { checkHostname, ORDER_CHECKS } from './check-order.ts';
import { ChoosePlan, StepEnd } from './choose-plan.tsx';
import { useHadTrial } from './had-trial.ts';
import { keepOrder, type OrderFields, recallOrder } from './order-fields.ts';
import { OrderLayout } from './order-layout.tsx';
import { PaymentStep } from './payment-step.tsx';
import { useQuote } from './queries.ts';
import { ServerStep } from './server-step.tsx';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import { useOffer } from './use-offer.ts';

const STEPS = ['plan', 'server', 'payment'] as const;

/** Order in three steps: plan, server, payment. The input is kept between steps. */
export function CustomerOrder() {
  const may = useMay();
  const { account } = usePlace();
  // Before the first payment, the owner does not have the permission yet.
  const maySave = may('hosting.write') || (account.unpaid && account.role === 'owner');
  const profile = useProfile();
  const offer = useOffer(profile.data?.currency);
  const { plan, price, period, currency, go } = offer;
  const form = useForm<OrderFields>({
    initialValues: recallOrder(maySave),
    onValuesChange: keepOrder,
    validate: ORDER_CHECKS,
    validateInputOnBlur: true,
  });
  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  // If the address names a later step, start at the first incomplete one.
  const step =
    !plan || !price
      ? 'plan'
      : offer.step === 'payment' && checkHostname(form.values.hostname) !== null
        ? 'server'
        : offer.step;
  const { country, vat_status } = profile.data ?? {};
  const hadTrial = useHadTrial();
  const trialDays = hadTrial ? 0 : (plan?.trial_days ?? 0);
  const coupon = form.values.coupon.trim();
  const wanted = plan && price && { plan: String(plan.id), period, currency, ...(country ? { country } : {}) };
  // People who may not read billing details see the prices for visitors.
  const isKnown = profile.data !== undefined || profile.error !== null;
  const quote = useQuote(wanted && isKnown ? { ...wanted, ...(coupon ? { coupon } : {}) } : null);
  // Placeholder data holds the previous amount.
  const quoted = quote.isPlaceholderData ? undefined : quote.data?.total;
  const total = trialDays > 0 ? 0 : quoted;
  return (
    <>
      <PageTitle title={texts.title} />
      <Steps
        names={STEPS.map((name) => texts.stepNames[name])}
        current={STEPS.indexOf(step)}
        onGo={(index) => go({ step: STEPS[index] ?? 'plan' })}
      />
      <OrderLayout
        summary={
          <Summary
            plan={plan}
            price={price}
            quote={quote}
            trialDays={trialDays}
            note={vat_status === 'valid' && texts.vatIdCounts}
          />
        }
      >
        {step === 'plan' && (
          <ChoosePlan
            offer={offer}
            action={
              may('billing.write') ? (
                <Button disabled={!price || !plan?.in_stock} onClick={() => go({ step: 'server' })}>
                  {texts.next}
                </Button>
              ) : (
                <Text c="dimmed">{texts.mayNot}</Text>
              )
            }
          />
        )}
        {step === 'server' && plan && (
          <form noValidate onSubmit={form.onSubmit(() => go({ step: 'payment' }), focusFirst)}>
            <ServerStep form={form} plan={plan} maySave={maySave} />
            <StepEnd onBack={() => go({ step: 'plan' })}>
              {/* Keeps the focus in the field: its check could move the button away from the pointer. */}
              <Button type="submit" onMouseDown={(event) => event.preventDefault()}>
                {texts.next}
              </Button>
            </StepEnd>
          </form>
        )}
        {step === 'payment' && plan && price && wanted && (
          <PaymentStep
            form={form}
            plan={plan}
            price={price}
            wanted={wanted}
            needsMethod={trialDays > 0 || period === 'hourly'}
            total={total}
            onBack={() => go({ step: 'server' })}
          />
        )}
      </OrderLayout>
    </>
  );
}
