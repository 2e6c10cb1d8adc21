import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CommandDialog } from '#operator/command-dialog.tsx';
import type { HostingDetails } from '#operator/generated/types.gen.ts';
import { MACHINES, POWER, SUSPENDERS, useHasRole } from '#operator/me.ts';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { ConfirmInterruption, type Interruption } from './interrupt.tsx';
import { useWork, useWorkForm } from './queries.ts';
import { ResizeForm } from './resize-form.tsx';
import { SuspendForm } from './suspend-form.tsx';
import { texts } from './texts.ts';

type Dialog = 'suspend' | 'unsuspend' | 'isolate' | 'resize' | 'terminate' | null;

/** Buttons for the operations on a server that its status and the role allow. */
export function WorkButtons({ server }: { server: HostingDetails }) {
  const has = useHasRole();
  const work = useWork(server.id);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [asked, setAsked] = useState<Interruption | null>(null);
  const close = () => setDialog(null);
  if (server.status === 'terminated') return null;
  const isOpen = server.suspensions.some(({ closed_at }) => closed_at === null);
  const isBusy = server.pending !== null || work.isPending;
  const mayPower = has(POWER);
  const canStart = ['stopped', 'error'].includes(server.status);
  return (
    <>
      {mayPower && canStart && (
        <Button variant="default" disabled={isBusy} onClick={() => work.mutate({ verb: 'start' })}>
          {texts.start}
        </Button>
      )}
      {mayPower && server.status === 'running' && (
        <>
          <Button variant="default" disabled={isBusy} onClick={() => setAsked({ verb: 'restart' })}>
            {texts.restart}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => setAsked({ verb: 'stop' })}>
            {texts.stop}
          </Button>
        </>
      )}
      {has(MACHINES) && server.status === 'running' && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/operator/servers/$id/console" params={{ id: String(server.id) }} />
          )}
        >
          {texts.terminal}
        </Button>
      )}
      {has(MACHINES) && server.isolation_reason !== null && (
        <Button variant="default" disabled={work.isPending} onClick={() => work.mutate({ verb: 'release' })}>
          {texts.release}
        </Button>
      )}
      {has(SUSPENDERS) && isOpen && <Button onClick={() => setDialog('unsuspend')}>{texts.resume}</Button>}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={t`More actions`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayPower && server.status === 'running' && (
            <>
              <Menu.Item onClick={() => setAsked({ verb: 'restart', force: true })}>{texts.forceRestart}</Menu.Item>
              <Menu.Item onClick={() => setAsked({ verb: 'stop', force: true })}>{texts.forceStop}</Menu.Item>
            </>
          )}
          {has(MACHINES) && <Menu.Item onClick={() => setDialog('resize')}>{texts.resize}</Menu.Item>}
          {has(MACHINES) && server.isolation_reason === null && (
            <Menu.Item onClick={() => setDialog('isolate')}>{texts.isolate}</Menu.Item>
          )}
          {has(SUSPENDERS) && <Menu.Item onClick={() => setDialog('suspend')}>{texts.suspend}</Menu.Item>}
          {has(MACHINES) && (
            <Menu.Item color="red" onClick={() => setDialog('terminate')}>
              {texts.terminate}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ConfirmInterruption
          asked={asked}
          name={server.hostname}
          pending={work.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            work.mutate(
              { verb: asked.verb, ...(asked.force ? { body: { force: true } } : {}) },
              { onSettled: () => setAsked(null) },
            )
          }
        />
      )}
      {(dialog === 'suspend' || dialog === 'unsuspend') && (
        <SuspendServer server={server} verb={dialog} onClose={close} />
      )}
      {dialog === 'isolate' && (
        <CommandDialog
          title={texts.isolateTitle(server.hostname)}
          text={texts.isolateText}
          path="/hosting/isolate"
          query={{ id: server.id }}
          fields={[{ name: 'reason', label: texts.reason, description: texts.reasonHint, required: true }]}
          action={texts.isolate}
          destructive
          touches={['hosting']}
          done={texts.isolated}
          onClose={close}
        />
      )}
      {dialog === 'resize' && <ResizeForm server={server} onClose={close} />}
      {dialog === 'terminate' && <Terminate server={server} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly server: HostingDetails;
  readonly onClose: () => void;
}

function SuspendServer({ server: { id, hostname }, verb, onClose }: DialogProps & { verb: 'suspend' | 'unsuspend' }) {
  const work = useWorkForm(id, verb);
  return (
    <SuspendForm
      verb={verb}
      name={hostname}
      pending={work.isPending}
      error={work.error}
      call={(body) => ({ method: 'POST', path: `/hosting/${verb}`, query: { id }, body: { ...body } })}
      onSend={(body) => work.mutate({ ...body }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function Terminate({ server: { id, hostname }, onClose }: DialogProps) {
  const work = useWorkForm(id, 'terminate');
  return (
    <ConfirmByName
      opened
      title={texts.terminateTitle(hostname)}
      name={hostname}
      action={texts.terminate}
      pending={work.isPending}
      error={work.error}
      onClose={onClose}
      onConfirm={() =>
        work.mutate(
          {},
          {
            onSuccess: ({ subscription }) => {
              if (subscription) notifications.show({ message: subscription });
              onClose();
            },
          },
        )
      }
    >
      {texts.terminateText}
    </ConfirmByName>
  );
}
