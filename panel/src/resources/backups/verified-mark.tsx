import { Text, Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Moment } from '../../parts/moment.tsx';
import { texts } from './texts.ts';
import classes from './verified-mark.module.css';

/** Shows when a backup was last checked; `how` explains the check. */
export function VerifiedMark({ at, how }: { at: string | null; how: string }) {
  if (!at) {
    return (
      <Text span inherit c="dimmed">
        {texts.notYet}
      </Text>
    );
  }
  return (
    <span className={classes.mark}>
      <Tooltip label={how}>
        <IconShieldCheck size={16} aria-label={how} className={classes.icon} />
      </Tooltip>
      <Moment at={at} />
    </span>
  );
}
