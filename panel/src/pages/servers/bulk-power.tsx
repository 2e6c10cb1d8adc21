import type { Hosting } from '@hostler/sdk';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { readFailure } from '../../api/failure.ts';
import { allows } from './power.ts';
import { type PowerVerb, usePowerOfMany } from './queries.ts';
import { POWER, texts } from './texts.ts';

interface BulkPowerProps {
  readonly servers: readonly Hosting[];
  readonly onDone: () => void;
}

/** `2 selected ▾`: the same for all that are in a state for it. */
export function BulkPower({ servers, onDone }: BulkPowerProps) {
  const power = usePowerOfMany((verb, ends) => {
    tellEnds(verb, ends, chosenFor(verb));
    onDone();
  });
  const chosenFor = (verb: PowerVerb) => servers.filter(({ status }) => allows(status, verb));
  if (servers.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={power.isPending} ml="auto">
          {texts.selected(servers.length)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(POWER) as PowerVerb[]).map((verb) => {
          const ids = chosenFor(verb).map(({ id }) => id);
          return (
            <Menu.Item key={verb} disabled={ids.length === 0} onClick={() => power.mutate({ verb, ids })}>
              {POWER[verb].label} {ids.length > 0 && ids.length < servers.length ? ids.length : ''}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function tellEnds(verb: PowerVerb, ends: readonly PromiseSettledResult<Hosting>[], servers: readonly Hosting[]): void {
  const good = ends.filter(({ status }) => status === 'fulfilled').length;
  if (good > 0) notifications.show({ message: texts.bulkDone(POWER[verb].done, good) });
  for (const [index, end] of ends.entries()) {
    if (end.status === 'fulfilled') continue;
    const { message } = readFailure(end.reason);
    notifications.show({ color: 'red', message: texts.bulkFailed(servers[index]?.hostname ?? '', message) });
  }
}
