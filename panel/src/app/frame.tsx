import { AppShell, Box } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { lazy } from 'react';
import { PlaceProvider, useMay } from '../session/place-context.tsx';
import { SessionDialogs } from '../session/session-dialogs.tsx';
import { AccountRestriction } from './account-restriction.tsx';
import { AllowedPage } from './allowed-page.tsx';
import { FailuresTold } from './failures-told.tsx';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { LiveHints } from './live-hints.tsx';
import { allowedNavigation, NAVIGATION } from './navigation.ts';
import { NoAccount } from './no-account.tsx';
import { OfflineLine } from './offline-line.tsx';
import { OwnershipOffer } from './ownership-offer.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { PanelFooter } from './panel-footer.tsx';
import { SandboxLine } from './sandbox-line.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { ViewLine } from './view-line.tsx';

const Palette = lazy(() => import('./palette/palette.tsx').then(({ Palette: component }) => ({ default: component })));

const WIDTH = 232;
const FOLDED = 60;
const HEADER = 56;

/** Layout around every signed-in page: sidebar, header, sandbox line and background listeners. */
export function Frame() {
  return (
    <>
      <PlaceProvider otherwise={<NoAccount />}>
        <FrameOfAccount />
      </PlaceProvider>
      <SessionDialogs />
    </>
  );
}

function FrameOfAccount() {
  const entries = allowedNavigation(useMay());
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
        <Header drawer={drawer} onDrawer={toggle} />
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
        <ViewLine />
        <SandboxLine />
        <OfflineLine />
        <Box className={classes.page}>
          <OwnershipOffer />
          <AccountRestriction />
          <AllowedPage />
        </Box>
        <PanelFooter />
      </AppShell.Main>
      <FailuresTold />
      <LiveHints />
      <Shortcuts entries={NAVIGATION} />
      <PaletteHost Palette={Palette} />
    </AppShell>
  );
}
