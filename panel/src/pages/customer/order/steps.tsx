import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import classes from './steps.module.css';
import { texts } from './texts.ts';

interface StepsProps {
  readonly names: readonly string[];
  /** Zero-based. */
  readonly current: number;
  /** Returns to a completed step. */
  readonly onGo: (step: number) => void;
}

/** Shows the steps of the order; completed ones can be opened. */
export function Steps({ names, current, onGo }: StepsProps) {
  return (
    <nav aria-label={texts.steps}>
      <ol className={classes.steps}>
        {names.map((name, index) => (
          <li key={name} className={classes.step} data-done={index < current || undefined}>
            <UnstyledButton
              className={classes.button}
              disabled={index >= current}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => onGo(index)}
            >
              <span className={classes.mark}>
                {index < current ? <IconCheck size={14} stroke={2.5} aria-hidden="true" /> : index + 1}
              </span>
              {name}
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  );
}
