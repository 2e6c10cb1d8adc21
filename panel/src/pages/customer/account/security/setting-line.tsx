import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './setting-line.module.css';

interface SettingLineProps {
  readonly name: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** A single button. */
  readonly children?: ReactNode;
}

/** Shows a setting: name, value and the button that changes it. */
export function SettingLine({ name, value, note, children }: SettingLineProps) {
  return (
    <div className={classes.line}>
      <Text size="sm" c="dimmed" className={classes.name}>
        {name}
      </Text>
      <div className={classes.value}>
        <Text component="div">{value}</Text>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {children && <div className={classes.action}>{children}</div>}
    </div>
  );
}
