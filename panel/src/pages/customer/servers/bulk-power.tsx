import type { Hosting } from '@hostler/sdk';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTellDone } from '../../../api/tell-done.ts';
import { readFailure } from '../../../requests/failure.ts';
import { ConfirmPower } from '../../../resources/servers/confirm-power.tsx';
import { allows } from '../../../resources/servers/power.ts';
import { type PowerVerb, usePowerOfMany } from '../../../resources/servers/queries.ts';
import { useRestartQuestion } from '../../../resources/servers/restart-question.ts';
import { POWER, texts } from '../../../resources/servers/texts.ts';

interface BulkPowerProps {
  readonly servers: readonly Hosting[];
  readonly onDone: () => void;
}

/** Menu `2 selected ▾`: applies a power action to all selected servers whose status allows it. */
export function BulkPower({ servers, onDone }: BulkPowerProps) {
  const tellDone = useTellDone();
  const power = usePowerOfMany(({ verb, servers: asked }, begun) => {
    const good = begun.filter(({ status }) => status === 'fulfilled').length;
    if (good > 0) tellDone(texts.bulkDone(POWER[verb].done, good));
    tellFailures(begun.map((each, index) => ({ name: asked[index]?.hostname ?? '', each })));
    onDone();
  });
  const { asks } = useRestartQuestion();
  const [asking, setAsking] = useState<'restart' | 'stop' | null>(null);
  const listAble = (verb: PowerVerb) => servers.filter(({ status }) => allows(status, verb));
  if (servers.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={power.isPending} ml="auto">
            {texts.selected(servers.length)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(POWER) as PowerVerb[]).map((verb) => {
            const able = listAble(verb);
            const isAsked = verb === 'stop' || (verb === 'restart' && asks);
            return (
              <Menu.Item
                key={verb}
                disabled={able.length === 0}
                onClick={() => (isAsked ? setAsking(verb) : power.mutate({ verb, servers: able }))}
              >
                {POWER[verb].label} {able.length > 0 && able.length < servers.length ? able.length : ''}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <ConfirmPower
        verb={asking}
        name={texts.servers(asking ? listAble(asking).length : 0)}
        pending={power.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          asking && power.mutate({ verb: asking, servers: listAble(asking) }, { onSettled: () => setAsking(null) })
        }
      />
    </>
  );
}

function tellFailures(begun: readonly { name: string; each: PromiseSettledResult<Hosting> }[]): void {
  for (const { name, each } of begun) {
    if (each.status === 'fulfilled') continue;
    notifications.show({ color: 'red', message: texts.bulkFailed(name, readFailure(each.reason).message) });
  }
}
