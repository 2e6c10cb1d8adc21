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
          aria-label={`${person.name}, menu`}
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
            Operator console
          </Menu.Item>
        )}
        {inConsole && accounts.length > 0 && (
          <Menu.Item component="a" href="/" leftSection={<IconLayoutDashboard size={16} />}>
            Customer panel
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/account/security" leftSection={<IconShieldLock size={16} />}>
          Security
        </Menu.Item>
        <Menu.Item component={Link} to="/account/preferences" leftSection={<IconAdjustments size={16} />}>
          Preferences
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setScheme(dark ? 'light' : 'dark')}
        >
          {dark ? 'Light colours' : 'Dark colours'}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={showShortcuts} visibleFrom="sm">
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href={inConsole ? '/operator/docs' : '/docs'}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBook2 size={16} />}
        >
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} disabled={leave.isPending} onClick={() => leave.mutate()}>
          Sign out
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
