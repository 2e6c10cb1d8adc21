import type { Hosting } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useActionOn } from '../../../api/recent-actions.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { useSubscriptionOf } from '../../../resources/billing/queries.ts';
import { ConfirmPower } from '../../../resources/servers/confirm-power.tsx';
import { type PowerVerb, usePower } from '../../../resources/servers/queries.ts';
import { useRestartQuestion } from '../../../resources/servers/restart-question.ts';
import { POWER, texts } from '../../../resources/servers/texts.ts';
import { allows } from './power.ts';
import classes from './power-buttons.module.css';

const ICONS = { restart: IconRefresh, start: IconPlayerPlay, stop: IconPlayerStop };
const VERBS: readonly PowerVerb[] = ['restart', 'start', 'stop'];

/** Restart, Start and Stop; unavailable ones are disabled. */
export function PowerButtons({ server }: { server: Hosting }) {
  const { id, status } = server;
  const isHourly = useSubscriptionOf(server).data?.billing_period === 'hourly';
  const power = usePower();
  const isBusy = useActionOn('hosting', id) !== undefined || power.isPending;
  const { asks } = useRestartQuestion();
  const [asking, setAsking] = useState<'restart' | 'stop' | null>(null);
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
            onClick={() =>
              verb === 'stop' || (verb === 'restart' && asks) ? setAsking(verb) : power.mutate({ verb, id })
            }
          >
            {POWER[verb].label}
          </Button>
        );
      })}
      <ConfirmPower
        verb={asking}
        name={server.hostname}
        also={asking === 'stop' && isHourly && texts.stopCosts}
        pending={power.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => asking && power.mutate({ verb: asking, id }, { onSettled: () => setAsking(null) })}
      />
    </>
  );
}
