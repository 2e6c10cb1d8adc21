import type { ApplicationStep } from '@hostler/sdk';
import { Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconMinus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { STEP_STATUSES, texts } from '../../../resources/applications/texts.ts';
import { StepOutput } from './step-output.tsx';
import classes from './steps.module.css';

const MARKS = { succeeded: IconCheck, failed: IconX, skipped: IconMinus } as const;

/** Lists the steps with status, duration and output. */
export function Steps({ steps }: { steps: readonly ApplicationStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order, and two may have the same name.
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: ApplicationStep }) {
  const { name, status, output } = step;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const id = useId();
  // Running and failed steps are open by default; a manual choice takes precedence.
  const isOpen = chosen ?? (status === 'running' || status === 'failed');
  const hasOutput = status !== 'pending' && status !== 'skipped';
  const Mark = status in MARKS ? MARKS[status as keyof typeof MARKS] : null;
  const line = (
    <>
      <span className={classes.name}>{name}</span>
      <Text span size="xs" c="dimmed" className={classes.state}>
        {[STEP_STATUSES[status], tookOf(step)].filter(Boolean).join(', ')}
      </Text>
    </>
  );
  return (
    <li className={classes.step} data-status={status}>
      <span className={classes.mark} aria-hidden="true">
        {Mark && <Mark size={12} stroke={3} />}
      </span>
      <div className={classes.body}>
        {hasOutput ? (
          <UnstyledButton
            className={classes.line}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setChosen(!isOpen)}
          >
            {line}
            <IconChevronRight size={14} className={classes.fold} data-open={isOpen || undefined} aria-hidden="true" />
          </UnstyledButton>
        ) : (
          <div className={classes.line}>{line}</div>
        )}
        {hasOutput && isOpen && (
          <div id={id}>
            <StepOutput text={output} label={texts.output(name)} running={status === 'running'} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Returns the duration of a step in seconds. */
function tookOf({ started_at, finished_at }: ApplicationStep): string | null {
  if (!started_at || !finished_at) return null;
  const seconds = Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
  return seconds < 1 ? null : texts.seconds(seconds);
}
