import { Box } from '@mantine/core';
import { lazy } from 'react';
import { Sandbox } from '../parts/sandbox.ts';
import { PlaceProvider, useMay, usePlace } from '../session/place-context.tsx';
import { SessionDialogs } from '../session/session-dialogs.tsx';
import { AccountRestriction } from './account-restriction.tsx';
import { AllowedPage } from './allowed-page.tsx';
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
import { Shell } from './shell.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ViewLine } from './view-line.tsx';

const Palette = lazy(() => import('./palette/palette.tsx').then(({ Palette: component }) => ({ default: component })));

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
  const { place } = usePlace();
  return (
    <Sandbox value={place.environment === 'test'}>
      <Shell
        entries={allowedNavigation(useMay())}
        Header={Header}
        background={
          <>
            <LiveHints />
            <Shortcuts entries={NAVIGATION} />
            <PaletteHost Palette={Palette} />
          </>
        }
      >
        <ViewLine />
        <SandboxLine />
        <OfflineLine />
        <Box className={classes.page}>
          <OwnershipOffer />
          <AccountRestriction />
          <AllowedPage />
        </Box>
        <PanelFooter />
      </Shell>
    </Sandbox>
  );
}
