import type { Hosting } from '@hostler/sdk';
import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useActionOn } from '../../../api/actions-under-way.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
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
  const [forcing, setForcing] = useState<'restart' | 'stop' | null>(null);
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
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.more}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['restart', 'stop'] as const).map((verb) => (
            <Menu.Item
              key={verb}
              color="red"
              disabled={isBusy || !allows(status, verb)}
              onClick={() => setForcing(verb)}
            >
              {verb === 'restart' ? texts.forceRestart : texts.forceStop}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmPower
        verb={asking}
        name={server.hostname}
        also={asking === 'stop' && isHourly && texts.stopCosts}
        pending={power.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => asking && power.mutate({ verb: asking, id }, { onSettled: () => setAsking(null) })}
      />
      <ForceDialog server={server} verb={forcing} onClose={() => setForcing(null)} />
    </>
  );
}

interface ForceDialogProps {
  readonly server: Hosting;
  readonly verb: 'restart' | 'stop' | null;
  readonly onClose: () => void;
}

function ForceDialog({ server: { id, hostname }, verb, onClose }: ForceDialogProps) {
  const power = usePower();
  const label = verb === 'stop' ? texts.forceStop : texts.forceRestart;
  return (
    <Modal opened={verb !== null} onClose={onClose} title={texts.forceTitle(label, hostname)}>
      <Stack gap="md">
        <Text>{texts.forceText}</Text>
        {power.error ? <Failure error={power.error} title="The action was not started" /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: `hosting.${verb ?? 'restart'}`, input: { id, force: true } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              color="red"
              loading={power.isPending}
              onClick={() => verb && power.mutate({ verb, id, force: true }, { onSuccess: onClose })}
            >
              {label}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
