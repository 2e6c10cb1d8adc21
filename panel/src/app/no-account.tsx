import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, AppShell, Button, Group, Text } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Notice } from '../parts/notice.tsx';
import { useSession } from '../session/current.ts';
import { Brand } from './brand.tsx';
import classes from './frame.module.css';
import { loadDocument } from './load-document.ts';
import { PersonMenu } from './person-menu.tsx';

/** Pages about the person, which require no account. */
const OWN_PAGES = ['/account/security', '/account/preferences'];

/** Shown to people without an account: only their own pages are available. Staff are led to the console. */
export function NoAccount() {
  const { person } = useSession();
  const { pathname } = useLocation();
  const isOwnPage = OWN_PAGES.includes(pathname);
  const leaves = Boolean(person.staff_role) && !isOwnPage;
  useEffect(() => {
    if (leaves) void loadDocument('/operator');
  }, [leaves]);
  if (leaves) return null;
  const text = person.staff_role
    ? t`You are signed in as staff. The pages of your sign-in are here, the others in the console.`
    : t`You are not a member of any account. Ask an owner to invite your e-mail address.`;
  return (
    <AppShell header={{ height: 56 }} classNames={{ main: classes.main, header: classes.header }}>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Brand withName />
          <PersonMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <div className={classes.page}>
          {isOwnPage ? (
            <>
              <Alert color="brand" variant="light" mb="lg">
                <Text>{text}</Text>
                {person.staff_role && (
                  <Anchor href="/operator" underline="always">
                    <Trans>Open the console</Trans>
                  </Anchor>
                )}
              </Alert>
              <Outlet />
            </>
          ) : (
            <Notice title={t`No account yet`} text={text}>
              <Button component="a" href="/account/security" variant="default">
                <Trans>Security settings</Trans>
              </Button>
            </Notice>
          )}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
