import { useLayoutEffect, useRef } from 'react';
import { texts } from '../../../resources/applications/texts.ts';
import { readOutput } from './read-output.ts';
import classes from './steps.module.css';

interface StepOutputProps {
  readonly text: string;
  readonly label: string;
  readonly running: boolean;
}

/** Shows the end of a step's output in a box of fixed size. The scroll position is kept if the reader scrolled up. */
export function StepOutput({ text, label, running }: StepOutputProps) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const shown = readOutput(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when more content appears.
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown]);
  return (
    <section
      ref={box}
      className={classes.output}
      data-empty={shown === '' || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 8;
      }}
    >
      {shown || (running ? texts.noOutputYet : texts.noOutput)}
    </section>
  );
}
