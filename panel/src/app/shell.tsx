import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppShell } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FailuresTold } from './failures-told.tsx';
import classes from './frame.module.css';
import { Sidebar } from './sidebar.tsx';
import type { SidebarEntry } from './sidebar-entry.ts';

const WIDTH = 232;
const FOLDED = 60;
const HEADER = 56;

export interface HeaderProps {
  /** True if the menu of a narrow window is open. */
  readonly drawer: boolean;
  readonly onDrawer: () => void;
}

interface ShellProps {
  /** Pages in the sidebar. */
  readonly entries: readonly SidebarEntry[];
  readonly Header: (props: HeaderProps) => ReactNode;
  /** Content between header and end of the page. */
  readonly children: ReactNode;
  /** Listeners without a place on the page. */
  readonly background: ReactNode;
}

/** Sidebar, header and page, shared by the panel and the console. */
export function Shell({ entries, Header, children, background }: ShellProps) {
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
        <Trans>Skip to content</Trans>
      </a>
      <AppShell.Header>
        <Header drawer={drawer} onDrawer={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t`Sections`} data-closed={!drawer || undefined}>
        <Sidebar
          entries={entries}
          folded={folded && !drawer}
          onFold={() => setFolded(!folded)}
          onNavigate={close}
          onClose={close}
        />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        {children}
      </AppShell.Main>
      <FailuresTold />
      {background}
    </AppShell>
  );
}
