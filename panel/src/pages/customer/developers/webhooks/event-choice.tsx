import { Checkbox, Stack, Text } from '@mantine/core';
import classes from './event-choice.module.css';
import { ALL_EVENTS, EVENT_GROUPS, EVENT_TEXTS } from './events.ts';
import { texts } from './texts.ts';

interface EventChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** Chooses all events or single ones, grouped by resource. */
export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const all = chosen.includes(ALL_EVENTS);
  const toggle = (event: string, on: boolean) =>
    onChange(on ? [...chosen, event] : chosen.filter((other) => other !== event));
  return (
    <div className={classes.choice}>
      <Checkbox
        className={classes.all}
        label={texts.allEvents}
        description={texts.allEventsHint}
        checked={all}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [ALL_EVENTS] : [])}
      />
      <div className={classes.groups}>
        {EVENT_GROUPS.map(({ name, events }) => (
          <fieldset key={name} className={classes.group}>
            <Text component="legend" size="xs" fw={550} c="dimmed" mb={6}>
              {name}
            </Text>
            <Stack gap={8}>
              {events.map((event) => (
                <Checkbox
                  key={event}
                  size="sm"
                  label={<code className={classes.name}>{event}</code>}
                  aria-label={event}
                  title={EVENT_TEXTS[event]}
                  checked={all || chosen.includes(event)}
                  disabled={all}
                  onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
                />
              ))}
            </Stack>
          </fieldset>
        ))}
      </div>
    </div>
  );
}
