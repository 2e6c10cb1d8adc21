import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Brand } from './brand.tsx';
import { PublicFooter } from './public-footer.tsx';
import classes from './public-frame.module.css';

/** Layout of public shop pages: logo, sign-in link and footer. */
export function PublicFrame() {
  const { href } = useLocation();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Brand withName />
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link {...props} to="/sign-in" search={{ next: href }} />}
        >
          <Trans>Sign in</Trans>
        </Button>
      </header>
      <main className={classes.page}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
