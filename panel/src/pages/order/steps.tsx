import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import classes from './steps.module.css';
import { texts } from './texts.ts';

interface StepsProps {
  readonly names: readonly string[];
  /** From 0. */
  readonly current: number;
  /** Back to one that is done. */
  readonly onGo: (step: number) => void;
}

/** Where in the order somebody is, and the way back. */
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
