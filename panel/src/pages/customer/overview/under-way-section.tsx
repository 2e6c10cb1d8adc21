import { Text } from '@mantine/core';
import { isUnderWay, useRecentActions } from '../../../api/recent-actions.ts';
import { ActionLine } from '../../../app/tray/action-line.tsx';
import classes from './overview.module.css';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** Lists the actions that are in progress. */
export function UnderWaySection() {
  const actions = useRecentActions().filter(isUnderWay);
  return (
    <Section title={texts.actions}>
      {actions.length === 0 ? (
        <Text c="dimmed" className={classes.padded}>
          {texts.noActions}
        </Text>
      ) : (
        <div className={classes.padded}>
          {actions.map((action) => (
            <ActionLine key={action.id} action={action} onOpen={() => undefined} />
          ))}
        </div>
      )}
    </Section>
  );
}
