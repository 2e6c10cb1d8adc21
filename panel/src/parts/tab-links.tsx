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
  useEffect(() => {
    const bar = nav.current;
    if (!bar) return;
    const mark = () => markHidden(bar);
    bar.addEventListener('scroll', mark, { passive: true });
    const sizes = new ResizeObserver(mark);
    sizes.observe(bar);
    return () => {
      bar.removeEventListener('scroll', mark);
      sizes.disconnect();
    };
  }, []);
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

/** Marks the edges behind which there are more tabs. */
function markHidden(bar: HTMLElement): void {
  const after = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
  bar.toggleAttribute('data-more-before', bar.scrollLeft > 1);
  bar.toggleAttribute('data-more-after', after > 1);
}
