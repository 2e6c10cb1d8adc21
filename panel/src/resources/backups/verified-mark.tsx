import { Text, Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Moment } from '../../parts/moment.tsx';
import { texts } from './texts.ts';
import classes from './verified-mark.module.css';

/** Shows when the backup was last read back and verified. */
export function VerifiedMark({ at }: { at: string | null }) {
  if (!at) {
    return (
      <Text span inherit c="dimmed">
        {texts.notVerified}
      </Text>
    );
  }
  return (
    <span className={classes.mark}>
      <Tooltip label={texts.verifiedHint}>
        <IconShieldCheck size={16} aria-label={texts.verifiedHint} className={classes.icon} />
      </Tooltip>
      <Moment at={at} />
    </span>
  );
}
