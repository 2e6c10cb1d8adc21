import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './tab-links.module.css';

interface TabLink {
  readonly label: string;
  readonly link: LinkProps;
}

/** Tabs with their own addresses. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly (TabLink | false)[] }) {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Narrow windows show a part of the tabs. Scroll to the open one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    const bar = nav.current;
    const open = bar?.querySelector<HTMLElement>('[data-active]');
    if (bar && open) bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.offsetWidth) / 2;
  }, [path]);
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {tabs
        .filter((tab) => tab !== false)
        .map((tab) => (
          <Link
            key={tab.label}
            {...tab.link}
            className={classes.tab}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            {tab.label}
          </Link>
        ))}
    </nav>
  );
}
