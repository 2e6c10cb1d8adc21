import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay } from '../../session/place-context.tsx';
import { ConsoleButton } from './console-button.tsx';
import { useSshKeys } from './queries.ts';
import { readyTexts as texts } from './ready-texts.ts';
import { RootPassword } from './root-password.tsx';

/** How to log in to a new server: the command, the console, and a root password if there is no key. */
export function FirstLogin({ server }: { server: Hosting }) {
  const { id, ipv4, ipv6, login, capabilities } = server;
  const may = useMay();
  const keys = useSshKeys(id).data?.ssh_keys;
  const address = ipv4[0] ?? ipv6[0];
  if (address === undefined) return null;
  if (!keys) return <Skeleton height={170} />;
  const command = `ssh root@${address}`;
  const hasKey = keys.length > 0;
  const mayConsole = may('hosting.console');
  const canGetPassword = mayConsole && capabilities.includes('password') && (login === 'password' || !hasKey);
  return (
    <Surface
      title={texts.logIn}
      description={hasKey ? texts.withKey : login === 'password' ? texts.withPassword : texts.withoutKey}
    >
      <Stack gap="md">
        <CodeBlock code={command} what={t`command`} />
        <Group gap="xs">
          {canGetPassword && <RootPassword server={server} command={command} />}
          {mayConsole && <ConsoleButton server={server} />}
          {!hasKey && may('hosting.write') && (
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/servers/$id/ssh-keys" params={{ id: String(id) }} />}
            >
              {texts.addKey}
            </Button>
          )}
        </Group>
      </Stack>
    </Surface>
  );
}
