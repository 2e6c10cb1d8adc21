import type { Hosting } from '@hostler/sdk';
import { Button, Menu } from '@mantine/core';
import { IconLifebuoy, IconRestore, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useActionOn } from '../../../api/recent-actions.ts';
import { SecretBox } from '../../../parts/secret-box.tsx';
import { allows } from '../../../resources/servers/power.ts';
import classes from '../../../resources/servers/power-buttons.module.css';
import { useRescue, useRootPassword } from '../../../resources/servers/queries.ts';
import { texts as serverTexts } from '../../../resources/servers/texts.ts';
import { toolTexts as texts } from '../../../resources/servers/tool-texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { EditServer } from './edit-server.tsx';
import { ForceDialog } from './force-dialog.tsx';
import { RebuildServer } from './rebuild-server.tsx';
import { ToolDialog, type ToolProps } from './tool-dialog.tsx';

type Tool = 'edit' | 'rebuild' | 'rescue' | 'password' | 'restart' | 'stop';

interface Shown {
  readonly label: string;
  readonly value: string;
}

const LOOK = { variant: 'default', classNames: { root: classes.button, section: classes.icon } } as const;

/** Rebuild, Rescue, and a menu with the other tools. Secrets are shown once. */
export function ServerTools({ server }: { server: Hosting }) {
  const { id, status, capabilities, hostname } = server;
  const may = useMay();
  const isBusy = useActionOn('hosting', id) !== undefined;
  const [tool, setTool] = useState<Tool | null>(null);
  const [secret, setSecret] = useState<Shown | null>(null);
  const close = () => setTool(null);
  const show = (shown: Shown) => {
    close();
    setSecret(shown);
  };
  if (status === 'terminated') return null;
  const canRebuild = ['running', 'stopped', 'error'].includes(status) && !server.protected;
  return (
    <>
      {may('hosting.write') && capabilities.includes('rebuild') && (
        <Button
          {...LOOK}
          leftSection={<IconRestore size={16} />}
          disabled={isBusy || !canRebuild}
          title={server.protected ? texts.isProtected : undefined}
          onClick={() => setTool('rebuild')}
        >
          {texts.rebuild}
        </Button>
      )}
      {may('hosting.console') && capabilities.includes('rescue') && (
        <Button
          {...LOOK}
          leftSection={<IconLifebuoy size={16} />}
          disabled={isBusy || !['running', 'stopped'].includes(status)}
          onClick={() => setTool('rescue')}
        >
          {server.rescue ? texts.leaveRescue : texts.rescue}
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <Button {...LOOK} leftSection={<IconSettings size={16} />}>
            {texts.manage}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {may('hosting.write') && <Menu.Item onClick={() => setTool('edit')}>{texts.edit}</Menu.Item>}
          {may('hosting.console') && capabilities.includes('password') && (
            <Menu.Item disabled={isBusy || status !== 'running'} onClick={() => setTool('password')}>
              {texts.password}
            </Menu.Item>
          )}
          {may('hosting.write') && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" disabled={isBusy || !allows(status, 'restart')} onClick={() => setTool('restart')}>
                {serverTexts.forceRestart}
              </Menu.Item>
              <Menu.Item color="red" disabled={isBusy || !allows(status, 'stop')} onClick={() => setTool('stop')}>
                {serverTexts.forceStop}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {(tool === 'restart' || tool === 'stop') && <ForceDialog server={server} verb={tool} onClose={close} />}
      {tool === 'edit' && <EditServer server={server} onClose={close} />}
      {tool === 'rebuild' && <RebuildServer server={server} onClose={close} />}
      {tool === 'rescue' && <RescueServer server={server} onClose={close} onSecret={show} />}
      {tool === 'password' && <ResetRootPassword server={server} onClose={close} onSecret={show} />}
      <SecretBox
        opened={secret !== null}
        title={hostname}
        secrets={secret ? [{ ...secret, variable: 'ROOT_PASSWORD' }] : []}
        whenLost={texts.whenLost}
        fileName={`${hostname}.env`}
        onClose={() => setSecret(null)}
      />
    </>
  );
}

interface SecretToolProps extends ToolProps {
  readonly onSecret: (secret: Shown) => void;
}

function RescueServer({ server: { id, hostname, rescue: isInRescue }, onClose, onSecret }: SecretToolProps) {
  const rescue = useRescue();
  const input = { id, enabled: !isInRescue };
  return (
    <ToolDialog
      title={isInRescue ? texts.leaveTitle(hostname) : texts.rescueTitle(hostname)}
      text={isInRescue ? texts.leaveText : texts.rescueText}
      call={() => ({ operation: 'hosting.rescue', input })}
      error={rescue.error}
      failed={texts.notRescued}
      action={isInRescue ? texts.leaveRescue : texts.rescue}
      isPending={rescue.isPending}
      onSend={() =>
        rescue.mutate(input, {
          onSuccess: ({ credentials }) =>
            credentials
              ? onSecret({ label: texts.rescueSecret(credentials.user), value: credentials.password })
              : onClose(),
        })
      }
      onClose={onClose}
    />
  );
}

function ResetRootPassword({ server: { id, hostname }, onClose, onSecret }: SecretToolProps) {
  const reset = useRootPassword();
  return (
    <ToolDialog
      title={texts.passwordTitle(hostname)}
      text={texts.passwordText}
      call={() => ({ operation: 'hosting.password', input: { id } })}
      error={reset.error}
      failed={texts.notReset}
      action={texts.password}
      isPending={reset.isPending}
      onSend={() =>
        reset.mutate(id, { onSuccess: ({ password }) => onSecret({ label: texts.secret, value: password }) })
      }
      onClose={onClose}
    />
  );
}
