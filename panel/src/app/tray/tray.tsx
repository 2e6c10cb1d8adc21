import { ActionIcon, Indicator, Popover, ScrollArea, Text } from '@mantine/core';
import { IconLoader2, IconProgressCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { isUnderWay, useRecentActions } from '../../api/recent-actions.ts';
import { ActionLine } from './action-line.tsx';
import { EndsOfActions } from './ends-of-actions.tsx';
import { texts } from './texts.ts';
import classes from './tray.module.css';

/** Lists the recent actions of the account with progress and result, whoever started them. */
export function Tray() {
  const [opened, setOpened] = useState(false);
  const actions = useRecentActions();
  const underWay = actions.filter(isUnderWay);
  const ended = actions.filter((action) => !isUnderWay(action));
  return (
    <>
      <EndsOfActions />
      <Popover opened={opened} onChange={setOpened} width={360} position="bottom-end">
        <Indicator label={underWay.length} size={16} offset={4} disabled={underWay.length === 0}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.open(underWay.length)}
              onClick={() => setOpened(!opened)}
            >
              {underWay.length > 0 ? (
                <IconLoader2 size={18} className={classes.turning} />
              ) : (
                <IconProgressCheck size={18} />
              )}
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown className={classes.tray} aria-label={texts.title}>
          {actions.length === 0 ? (
            <Text c="dimmed" p="md">
              {texts.none}
            </Text>
          ) : (
            <ScrollArea.Autosize mah={420} type="auto" scrollbarSize={6}>
              {[...underWay, ...ended].map((action) => (
                <ActionLine key={action.id} action={action} onOpen={() => setOpened(false)} />
              ))}
            </ScrollArea.Autosize>
          )}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
