import { AppShell, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../brand.tsx';
import { DrawerButton } from '../drawer-button.tsx';
import frameClasses from '../frame.module.css';
import { PersonMenu } from '../person-menu.tsx';
import type { HeaderProps } from '../shell.tsx';
import classes from './header.module.css';
import { SearchBox } from './search-box.tsx';

export function ConsoleHeader({ drawer, onDrawer }: HeaderProps) {
  return (
    <Group className={classes.header} wrap="nowrap" gap="sm">
      <DrawerButton drawer={drawer} onDrawer={onDrawer} />
      <SearchBox />
      <PersonMenu inConsole />
    </Group>
  );
}

/** Page with a header and without navigation, for people who cannot use the console. */
export function PlainHeader({ children }: { children: ReactNode }) {
  return (
    <AppShell header={{ height: 56 }} classNames={{ main: frameClasses.main, header: frameClasses.header }}>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Brand withName />
          <PersonMenu inConsole />
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <div className={frameClasses.page}>{children}</div>
      </AppShell.Main>
    </AppShell>
  );
}
