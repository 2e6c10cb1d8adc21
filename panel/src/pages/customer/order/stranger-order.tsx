import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useShopSettings } from '../../../app/shop-settings.ts';
import { guessCountry } from '../../../parts/countries.ts';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { ChoosePlan } from './choose-plan.tsx';
import { OrderLayout } from './order-layout.tsx';
import { useQuote } from './queries.ts';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import { useOffer } from './use-offer.ts';

const NAMES = Object.values(texts.strangerSteps);

/** Shows plans and prices to visitors and leads to sign-up. */
export function StrangerOrder() {
  useTabTitle(texts.title);
  const settings = useShopSettings();
  const offer = useOffer();
  const { plan, price, period, currency } = offer;
  const country = guessCountry();
  const quote = useQuote(
    plan && price ? { plan: String(plan.id), period, currency, ...(country ? { country } : {}) } : null,
  );
  const isReady = price !== undefined && plan?.in_stock === true;
  return (
    <>
      <Title order={1} mb="md">
        {texts.title}
      </Title>
      <Steps names={NAMES} current={0} onGo={() => undefined} />
      <OrderLayout summary={<Summary plan={plan} price={price} quote={quote} trialDays={plan?.trial_days ?? 0} />}>
        <ChoosePlan
          offer={offer}
          action={
            settings?.signup === 'closed' ? (
              <Text c="dimmed">{texts.closed}</Text>
            ) : (
              <Button
                disabled={!isReady}
                renderRoot={(props) => <Link {...props} to="/sign-up" search={{ plan: plan?.name, period }} />}
              >
                {texts.signUp}
              </Button>
            )
          }
        />
      </OrderLayout>
    </>
  );
}
