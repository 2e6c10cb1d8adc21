import type { Hosting } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useActionOn } from '../../../api/recent-actions.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { allows } from '../../../resources/servers/power.ts';
import classes from '../../../resources/servers/power-buttons.module.css';
import type { PowerVerb } from '../../../resources/servers/queries.ts';
import { useRunPower } from '../../../resources/servers/run-power.tsx';
import { POWER } from '../../../resources/servers/texts.ts';

const ICONS = { restart: IconRefresh, start: IconPlayerPlay, stop: IconPlayerStop };
const VERBS: readonly PowerVerb[] = ['restart', 'start', 'stop'];

/** Restart, Start and Stop; unavailable ones are disabled. */
export function PowerButtons({ server }: { server: Hosting }) {
  const { id, status } = server;
  const { run, dialog, isPending } = useRunPower();
  const isBusy = useActionOn('hosting', id) !== undefined || isPending;
  const usual: PowerVerb = allows(status, 'start') ? 'start' : 'restart';
  return (
    <>
      <CodeCorner call={() => ({ operation: `hosting.${usual}`, input: { id } })} />
      {VERBS.map((verb) => {
        const Icon = ICONS[verb];
        return (
          <Button
            key={verb}
            variant="default"
            leftSection={<Icon size={16} />}
            classNames={{ root: classes.button, section: classes.icon }}
            disabled={isBusy || !allows(status, verb)}
            onClick={() => run(verb, server)}
          >
            {POWER[verb].label}
          </Button>
        );
      })}
      {dialog}
    </>
  );
}
