import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { usePlace } from '../../../session/place-context.tsx';
import classes from './first-steps.module.css';
import { useFirstSteps } from './queries.ts';
import { STEPS, texts } from './texts.ts';

const LINKS: Readonly<Record<keyof typeof STEPS, LinkProps['to']>> = {
  server: '/order',
  key: '/developers/keys',
  webhook: '/developers/webhooks',
};

/** Checklist of a new account, shown until it is complete or hidden. */
export function FirstSteps() {
  const { account } = usePlace();
  const [hidden, setHidden] = useLocalStorage({ key: `hostler.steps-hidden.${account.id}`, defaultValue: false });
  const done = useFirstSteps(!hidden);
  const steps = (Object.keys(STEPS) as (keyof typeof STEPS)[]).filter((step) => done[step] !== null);
  if (hidden || !steps.some((step) => done[step] === false)) return null;
  return (
    <section className={classes.steps} aria-label={texts.stepsTitle}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{texts.stepsTitle}</Title>
          <Text c="dimmed">{texts.stepsText}</Text>
        </div>
        <Button variant="subtle" color="gray" size="xs" onClick={() => setHidden(true)}>
          {texts.hide}
        </Button>
      </Group>
      <ol className={classes.list}>
        {steps.map((step) => (
          <Step key={step} step={step} done={done[step] === true} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, done }: { step: keyof typeof STEPS; done: boolean }) {
  const { title, text, action } = STEPS[step];
  return (
    <li className={classes.step} data-done={done || undefined}>
      {done ? (
        <IconCircleCheckFilled size={22} className={classes.check} aria-label={texts.done} />
      ) : (
        <IconCircleDashed size={22} className={classes.open} aria-hidden="true" />
      )}
      <div>
        <Text fw={550}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {!done && (
          <Anchor component={Link} to={LINKS[step]} size="sm">
            {action}
          </Anchor>
        )}
      </div>
    </li>
  );
}
