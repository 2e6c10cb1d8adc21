import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './tab-links.module.css';

interface TabLink {
  readonly label: string;
  readonly link: LinkProps;
}

/** Tabs with their own addresses. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly (TabLink | false)[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
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
