import { AppShell, Box, Button } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { lazy, useMemo } from 'react';
import { useMe } from '../../operator/me.ts';
import { Notice } from '../../parts/notice.tsx';
import { SessionDialogs } from '../../session/session-dialogs.tsx';
import { FailuresTold } from '../failures-told.tsx';
import classes from '../frame.module.css';
import { OfflineLine } from '../offline-line.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';
import { Shortcuts } from '../shortcuts.tsx';
import { Sidebar } from '../sidebar.tsx';
import { ConsoleHeader, PlainHeader } from './header.tsx';
import { ConsoleHints } from './live-hints.tsx';
import { listConsolePages } from './navigation.ts';

const route = getRouteApi('/operator');
const Palette = lazy(() => import('./palette.tsx').then(({ ConsolePalette }) => ({ default: ConsolePalette })));

const WIDTH = 232;
const FOLDED = 60;
const HEADER = 56;

/** Layout around every page of the console. */
export function ConsoleFrame() {
  const { obstacle } = route.useRouteContext();
  return (
    <>
      {obstacle === null && <StaffFrame />}
      {obstacle === 'second-factor' && <SecondFactorNeeded />}
      {obstacle === 'not-staff' && <NotStaff />}
      <SessionDialogs />
    </>
  );
}

function StaffFrame() {
  const { roles } = useMe();
  const entries = useMemo(() => listConsolePages(roles), [roles]);
  const [drawer, { toggle, close }] = useDisclosure(false);
  const [folded, setFolded] = useLocalStorage({ key: 'hostler.sidebar-folded', defaultValue: false });
  return (
    <AppShell
      layout="alt"
      header={{ height: HEADER }}
      navbar={{ width: folded ? FOLDED : WIDTH, breakpoint: 'sm', collapsed: { mobile: !drawer } }}
      transitionDuration={120}
      classNames={{ main: classes.main, navbar: classes.navbar, header: classes.header }}
    >
      <a href="#page" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header>
        <ConsoleHeader drawer={drawer} onDrawer={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label="Sections" data-closed={!drawer || undefined}>
        <Sidebar
          entries={entries}
          folded={folded && !drawer}
          onFold={() => setFolded(!folded)}
          onNavigate={close}
          onClose={close}
        />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <OfflineLine />
        <Box className={classes.page}>
          <Outlet />
        </Box>
      </AppShell.Main>
      <FailuresTold />
      <ConsoleHints />
      <Shortcuts entries={entries} />
      <PaletteHost Palette={Palette} />
    </AppShell>
  );
}

function SecondFactorNeeded() {
  return (
    <PlainHeader>
      <Notice
        title="Set up a second factor"
        text="The console shows the data of all customers, so staff need an authenticator app besides the password. Set it up under Security, then open the console again."
      >
        <Button component="a" href="/account/security">
          Open Security
        </Button>
      </Notice>
    </PlainHeader>
  );
}

function NotStaff() {
  return (
    <PlainHeader>
      <Notice title="The console is for staff" text="Your sign-in has no staff role. Ask an owner to add you as staff.">
        <Button component="a" href="/" variant="default">
          Go to the customer panel
        </Button>
      </Notice>
    </PlainHeader>
  );
}
