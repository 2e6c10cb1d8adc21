import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toLink } from '#operator/to-link.ts';
import { Money } from '#parts/money.tsx';
import { formatNumber } from '#parts/numbers.ts';
import type { TodayNumber } from './queries.ts';
import { NUMBERS, TONES, texts } from './texts.ts';
import classes from './today.module.css';

export function NumberLine({ number }: { number: TodayNumber }) {
  const { key, count, capped, amounts, detail, tone, url } = number;
  const { label, text } = NUMBERS[key];
  return (
    <Link {...toLink(url)} className={classes.number} data-tone={tone} data-none={count === 0 || undefined}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{count === null ? texts.checking : (detail ?? text)}</span>
      </span>
      <span className={classes.figures}>
        <VisuallyHidden>{TONES[tone]}: </VisuallyHidden>
        <span className={classes.count}>{count === null ? '–' : `${formatNumber(count)}${capped ? '+' : ''}`}</span>
        {amounts.map(({ currency, amount }) => (
          <span key={currency} className={classes.amount}>
            <Money amount={amount} currency={currency} />
          </span>
        ))}
      </span>
    </Link>
  );
}
