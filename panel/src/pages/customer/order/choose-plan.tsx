import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { PlanStep } from './plan-step.tsx';
import { texts } from './texts.ts';
import type { Offer } from './use-offer.ts';

/** First step, shared by customers and visitors without an account. */
export function ChoosePlan({ offer, action }: { offer: Offer; action: ReactNode }) {
  const { plans, sold, plan, wanted, go } = offer;
  if (plans.error && !plans.data) {
    return <Failure error={plans.error} retrying={plans.isFetching} onRetry={() => void plans.refetch()} />;
  }
  if (!plans.data) return <Skeleton height={220} />;
  if (sold.length === 0) return <Text c="dimmed">{texts.noPlans}</Text>;
  return (
    <Stack gap="lg">
      {wanted !== undefined && !plan && <Text role="status">{texts.unknownPlan}</Text>}
      <PlanStep
        plans={sold}
        periods={offer.periods}
        plan={plan}
        period={offer.period}
        currency={offer.currency}
        onPlan={(chosen) => go({ plan: chosen })}
        onPeriod={(period) => go({ period })}
      />
      <Group justify="flex-end">{action}</Group>
    </Stack>
  );
}

/** Buttons of a later step. */
export function StepEnd({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  return (
    <Group justify="space-between" mt="lg">
      <Button variant="default" onClick={onBack}>
        {texts.back}
      </Button>
      {children}
    </Group>
  );
}
