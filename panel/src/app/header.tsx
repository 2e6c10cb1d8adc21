import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { currentView } from '../session/account-view.ts';
import { AccountMenu } from './account-menu.tsx';
import { DrawerButton } from './drawer-button.tsx';
import classes from './header.module.css';
import { openPalette } from './palette/palette-host.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SandboxSwitch } from './sandbox-switch.tsx';
import type { HeaderProps } from './shell.tsx';
import { COMMAND_KEY } from './shortcuts-list.ts';
import { Tray } from './tray/tray.tsx';

export function Header({ drawer, onDrawer }: HeaderProps) {
  return (
    <Group className={classes.header} wrap="nowrap" gap="sm">
      <DrawerButton drawer={drawer} onDrawer={onDrawer} />
      <AccountMenu />
      <UnstyledButton className={classes.search} onClick={openPalette} visibleFrom="sm">
        <IconSearch size={16} />
        <Text size="sm" className={classes.searchText}>
          <Trans>Search or command</Trans>
        </Text>
        <Kbd size="xs">{COMMAND_KEY} K</Kbd>
      </UnstyledButton>
      <Group className={classes.end} gap="xs" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          hiddenFrom="sm"
          onClick={openPalette}
          aria-label={t`Search`}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <SandboxSwitch />
        <Tray />
        {!currentView() && <PersonMenu />}
      </Group>
    </Group>
  );
}
