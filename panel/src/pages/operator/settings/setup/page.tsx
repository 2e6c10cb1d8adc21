import { Accordion, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { type Setting, useSettings } from '../queries.ts';
import { type Setup, useSetup } from './queries.ts';
import classes from './setup.module.css';
import { SignUpState } from './sign-up-state.tsx';
import { StepBody } from './step-body.tsx';
import { STATES, texts } from './texts.ts';

/** The checklist of the first run. Each step can be skipped and opened again. */
export function SetupPage() {
  const setup = useSetup();
  const settings = useSettings();
  const steps = setup.data?.steps;
  const count = (wanted: string) => steps?.filter(({ state }) => state === wanted).length ?? 0;
  const failed = [setup, settings].find(({ isError, data }) => isError && !data);
  return (
    <>
      <PageTitle
        title={texts.title}
        description={steps ? texts.progress(count('done'), count('skipped'), steps.length) : ' '}
      >
        <OperatorCode call={() => ({ path: '/setup' })} />
      </PageTitle>
      {failed ? (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : null}
      {!failed && !(setup.data && settings.data) ? <Skeleton height={480} maw={960} /> : null}
      {setup.data && settings.data ? <Steps setup={setup.data} settings={settings.data.data} /> : null}
    </>
  );
}

function Steps({ setup, settings }: { setup: Setup; settings: readonly Setting[] }) {
  const [opened, setOpened] = useState<string | null>(
    () => setup.steps.find(({ state }) => state === 'missing')?.id ?? null,
  );
  return (
    <Stack gap="lg" maw={960}>
      <SignUpState sign_up={setup.sign_up} />
      <section aria-label={texts.steps}>
        <Accordion variant="separated" order={2} value={opened} onChange={setOpened} classNames={classes}>
          {setup.steps.map((step) => (
            <Accordion.Item key={step.id} value={step.id}>
              <Accordion.Control>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <span>
                    <span className={classes.title}>{step.title}</span>
                    {step.required && step.state !== 'done' && (
                      <Text span size="sm" c="dimmed" className={classes.needed}>
                        {texts.required}
                      </Text>
                    )}
                  </span>
                  <Status tone={STATES[step.state].tone}>{STATES[step.state].label}</Status>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                {opened === step.id && <StepBody step={step} settings={settings} proposed={setup.proposed} />}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </section>
    </Stack>
  );
}
