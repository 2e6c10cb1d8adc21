import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconAdjustments,
  IconBook2,
  IconBuildingStore,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signOut, useSession } from '../session/current.ts';
import { useColourScheme } from '../theme/colour-scheme.ts';
import classes from './person-menu.module.css';
import { showShortcuts } from './shortcuts.tsx';

interface PersonMenuProps {
  /** Set in the console, which is another application than the panel. */
  readonly inConsole?: boolean;
}

export function PersonMenu({ inConsole = false }: PersonMenuProps) {
  const { person, accounts } = useSession();
  const { shown, setScheme } = useColourScheme();
  const leave = useMutation({ mutationFn: signOut });
  const dark = shown === 'dark';
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={t`${person.name}, menu`}
          data-initials={initials(person.name)}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={550} truncate>
            {person.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        </div>
        <Menu.Divider />
        {!inConsole && person.staff_role && (
          <Menu.Item component="a" href="/operator" leftSection={<IconBuildingStore size={16} />}>
            <Trans>Operator console</Trans>
          </Menu.Item>
        )}
        {inConsole && accounts.length > 0 && (
          <Menu.Item component="a" href="/" leftSection={<IconLayoutDashboard size={16} />}>
            <Trans>Customer panel</Trans>
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/account/security" leftSection={<IconShieldLock size={16} />}>
          <Trans>Security</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/account/preferences" leftSection={<IconAdjustments size={16} />}>
          <Trans>Preferences</Trans>
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setScheme(dark ? 'light' : 'dark')}
        >
          {dark ? t`Light colours` : t`Dark colours`}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={showShortcuts} visibleFrom="sm">
          <Trans>Keyboard shortcuts</Trans>
        </Menu.Item>
        <Menu.Item
          component="a"
          href={inConsole ? '/operator/docs' : '/docs'}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBook2 size={16} />}
        >
          <Trans>API reference</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} disabled={leave.isPending} onClick={() => leave.mutate()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
