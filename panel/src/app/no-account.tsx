import { Alert, AppShell, Button, Group, Text } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Notice } from '../parts/notice.tsx';
import { useSession } from '../session/current.ts';
import { Brand } from './brand.tsx';
import classes from './frame.module.css';
import { PersonMenu } from './person-menu.tsx';

/** Pages about the person, which require no account. */
const OWN_PAGES = ['/account/security', '/account/preferences'];

/** Shown to staff, who have no console yet, and to people without an account: only their own pages are available. */
export function NoAccount() {
  const { person } = useSession();
  const { pathname } = useLocation();
  const text = person.staff_role
    ? 'You are signed in as staff. Staff use the command line until the console is available.'
    : 'You are not a member of any account. Ask an owner to invite your e-mail address.';
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
          {OWN_PAGES.includes(pathname) ? (
            <>
              <Alert color="brand" variant="light" mb="lg">
                <Text>{text}</Text>
              </Alert>
              <Outlet />
            </>
          ) : (
            <Notice title={person.staff_role ? 'The console is not available yet' : 'No account yet'} text={text}>
              <Button component="a" href="/account/security" variant="default">
                Security settings
              </Button>
            </Notice>
          )}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
