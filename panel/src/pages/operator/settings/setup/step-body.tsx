import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copyable } from '#parts/copyable.tsx';
import { SettingsForm } from '../group-form.tsx';
import type { Setting } from '../queries.ts';
import { EngineChecks } from './engine-checks.tsx';
import { type Setup, type SetupStep, useSkipStep } from './queries.ts';
import { SeriesStep } from './series-step.tsx';
import { TestMail } from './test-mail.tsx';
import { texts } from './texts.ts';
import { Variables } from './variables.tsx';

interface StepBodyProps {
  readonly step: SetupStep;
  readonly settings: readonly Setting[];
  readonly proposed: Setup['proposed'];
}

/** The form of a step: its settings, its variables and what only this step has. */
export function StepBody({ step, settings, proposed }: StepBodyProps) {
  const own = step.settings.flatMap((name) => settings.filter((setting) => setting.name === name));
  const revision = Math.max(0, ...settings.map((setting) => setting.revision));
  const skip = useSkipStep();
  return (
    <Stack gap="lg">
      <div>
        <Text c="dimmed">{step.description}</Text>
        {step.reason && <Text mt={4}>{step.reason}</Text>}
      </div>
      {own.length > 0 && (
        <SettingsForm
          // A new form shows the values that are stored now.
          key={JSON.stringify(own.map(({ value }) => value))}
          title={step.title}
          settings={own}
          revision={revision}
          proposed={new Map(proposed.map(({ name, value }) => [name, value]))}
        />
      )}
      <Variables variables={step.variables} />
      <Special step={step} />
      {step.state === 'missing' && (
        <Group justify="flex-end">
          <Button variant="default" loading={skip.isPending} onClick={() => skip.mutate({ id: step.id })}>
            {step.id === 'series' ? texts.keepNumbers : texts.skip}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Special({ step: { id, variables } }: { step: SetupStep }) {
  if (id === 'series') return <SeriesStep />;
  if (id === 'mail') return <TestMail isReal={variables.every(({ is_set }) => is_set)} />;
  if (id === 'engines') return <EngineChecks />;
  if (id === 'plan') return <PageButton to="/operator/catalog" label={texts.plan} />;
  if (id === 'colleagues') return <PageButton to="/operator/staff" label={texts.colleagues} />;
  if (id === 'copies') {
    return (
      <div>
        <Text size="sm">{texts.copies}</Text>
        <Copyable value={texts.copiesCommand} what={t`command`} />
        <Text size="sm" c="dimmed" mt="xs">
          {texts.copiesKey}
        </Text>
      </div>
    );
  }
  return null;
}

function PageButton({ to, label }: { to: '/operator/catalog' | '/operator/staff'; label: string }) {
  return (
    <div>
      <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />}>
        {label}
      </Button>
    </div>
  );
}
