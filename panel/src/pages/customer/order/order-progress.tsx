import type { Hosting, Invoice, Subscription } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconLoader2 } from '@tabler/icons-react';
import classes from './order-progress.module.css';
import { placedTexts as texts } from './placed-texts.ts';

interface OrderProgressProps {
  readonly subscription: Subscription;
  readonly invoice: Invoice | undefined;
  /** Null if the person may not read servers. */
  readonly server: Hosting | null | undefined;
}

type State = 'done' | 'now' | 'later';
const ICONS = { done: IconCircleCheckFilled, now: IconLoader2, later: IconCircleDashed };

/** Shows up to four steps; the current ones have a spinner. */
export function OrderProgress({ subscription, invoice, server }: OrderProgressProps) {
  if (subscription.status === 'cancelled') return <Text>{texts.cancelled}</Text>;
  const isActive = subscription.status !== 'pending';
  const isPaid = isActive || invoice?.status === 'paid';
  const isMade = server?.status !== undefined && server.status !== 'provisioning';
  const lines: readonly [State, string][] = [
    ['done', texts.ordered],
    [isPaid ? 'done' : 'now', !isPaid ? texts.unpaid : invoice ? texts.paid : texts.nothingToPay],
    ...(subscription.in_review ? [['now', texts.review] satisfies [State, string]] : []),
  ];
  const ofServer: [State, string] = isMade
    ? ['done', texts.made]
    : !subscription.in_review && (isPaid || subscription.hosting_id !== null)
      ? ['now', subscription.pending_reason ?? texts.making]
      : ['later', texts.notMade];
  const shown = server === null ? lines : [...lines, ofServer];
  return (
    <ol className={classes.lines} aria-label={texts.progress} aria-live="polite">
      {shown.map(([state, text]) => {
        const Icon = ICONS[state];
        return (
          <li key={text} className={classes.line} data-state={state}>
            <Icon size={20} aria-hidden="true" />
            {text}
          </li>
        );
      })}
    </ol>
  );
}
