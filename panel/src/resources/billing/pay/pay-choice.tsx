import { Radio, Skeleton, Stack } from '@mantine/core';
import { Failure } from '../../../parts/failure.tsx';
import { type Choice, firstChoice, isUsable } from './choice.ts';
import classes from './pay-choice.module.css';
import { useMethods, useWays } from './queries.ts';
import { texts, wordsOf } from './texts.ts';

interface PayChoiceProps {
  readonly label: string;
  /** Offers saved methods only, for plans that are charged later. */
  readonly keptOnly?: boolean;
  readonly value: Choice | null;
  readonly onChange: (choice: Choice) => void;
}

/** Chooses a saved payment method or a payment driver of this installation. */
export function PayChoice({ label, keptOnly = false, value, onChange }: PayChoiceProps) {
  const methods = useMethods();
  const ways = useWays();
  const error = methods.error ?? ways.error;
  if (error) return <Failure error={error} onRetry={() => void Promise.all([methods.refetch(), ways.refetch()])} />;
  if (!methods.data || !ways.data) return <Skeleton height={112} />;
  const offered = keptOnly ? [] : ways.data;
  const kept = methods.data.filter(isUsable);
  return (
    <Radio.Group label={label} value={value ?? firstChoice(kept, offered)} onChange={onChange}>
      <Stack gap="xs" mt={4}>
        {kept.map(({ id, label: name }) => (
          <Line key={id} value={`method:${id}`} title={name} text={texts.kept} />
        ))}
        {offered.map(({ driver }) => (
          <Line key={driver} value={`driver:${driver}`} {...wordsOf(driver)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function Line({ value, title, text }: { value: Choice; title: string; text: string }) {
  return <Radio value={value} label={title} description={text} className={classes.line} />;
}
