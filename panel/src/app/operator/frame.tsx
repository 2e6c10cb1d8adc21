import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button } from '@mantine/core';
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, useMemo } from 'react';
import { hasRole, useMe } from '../../operator/me.ts';
import { Notice } from '../../parts/notice.tsx';
import { SessionDialogs } from '../../session/session-dialogs.tsx';
import classes from '../frame.module.css';
import { OfflineLine } from '../offline-line.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';
import { Shell } from '../shell.tsx';
import { Shortcuts } from '../shortcuts.tsx';
import { ConsoleHeader, PlainHeader } from './header.tsx';
import { ConsoleHints } from './live-hints.tsx';
import { findPageRoles, listConsolePages } from './navigation.ts';
import { NoAccess } from './no-access.tsx';

const route = getRouteApi('/operator');
const Palette = lazy(() => import('./palette.tsx').then(({ ConsolePalette }) => ({ default: ConsolePalette })));

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
  const needed = findPageRoles(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <Shell
      entries={entries}
      Header={ConsoleHeader}
      background={
        <>
          <ConsoleHints />
          <Shortcuts entries={entries} />
          <PaletteHost Palette={Palette} />
        </>
      }
    >
      <OfflineLine />
      <Box className={classes.page}>
        {needed === undefined || hasRole(roles, needed) ? <Outlet /> : <NoAccess roles={needed} />}
      </Box>
    </Shell>
  );
}

function SecondFactorNeeded() {
  return (
    <PlainHeader>
      <Notice
        title={t`Set up a second factor`}
        text={t`The console shows the data of all customers, so the password alone is not enough. Sign in with your passkey, or set up an authenticator app under Security. Then open the console again.`}
      >
        <Button component="a" href="/account/security">
          <Trans>Open Security</Trans>
        </Button>
      </Notice>
    </PlainHeader>
  );
}

function NotStaff() {
  return (
    <PlainHeader>
      <Notice
        title={t`The console is for staff`}
        text={t`Your sign-in has no staff role. Ask an owner to add you as staff.`}
      >
        <Button component="a" href="/" variant="default">
          <Trans>Go to the customer panel</Trans>
        </Button>
      </Notice>
    </PlainHeader>
  );
}
