import { ActionIcon, Group, NavLink, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMay } from '../session/place-context.tsx';
import { Brand } from './brand.tsx';
import { allowedNavigation, type NavigationEntry } from './navigation.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  readonly folded: boolean;
  readonly onFold: () => void;
  readonly onNavigate: () => void;
  readonly onClose: () => void;
}

export function Sidebar({ folded, onFold, onNavigate, onClose }: SidebarProps) {
  const entries = allowedNavigation(useMay());
  const { pathname } = useLocation();
  return (
    <nav className={classes.sidebar} aria-label="Main" data-folded={folded || undefined}>
      <Group className={classes.top} justify="space-between" wrap="nowrap">
        <Link to="/" className={classes.brand} aria-label="Hostler" onClick={onNavigate}>
          <Brand withName={!folded} />
        </Link>
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" onClick={onClose} aria-label="Close the menu">
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <ScrollArea className={classes.entries} type="auto" scrollbarSize={6}>
        {entries.map((entry) => (
          <Entry key={entry.to} entry={entry} pathname={pathname} folded={folded} onNavigate={onNavigate} />
        ))}
      </ScrollArea>
      <UnstyledButton
        className={classes.fold}
        onClick={onFold}
        visibleFrom="sm"
        aria-label={folded ? 'Expand the sidebar' : 'Collapse the sidebar'}
      >
        {folded ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
        {!folded && <Text size="sm">Collapse</Text>}
      </UnstyledButton>
    </nav>
  );
}

interface EntryProps {
  readonly entry: NavigationEntry;
  readonly pathname: string;
  readonly folded: boolean;
  readonly onNavigate: () => void;
}

/** Shows the pages of a group while one of them is open. */
function Entry({ entry, pathname, folded, onNavigate }: EntryProps) {
  const here = isWithin(pathname, entry.to);
  const Icon = entry.icon;
  return (
    <>
      <Tooltip label={entry.label} position="right" disabled={!folded} openDelay={0}>
        <NavLink
          // Only the page is marked as current, not its group.
          renderRoot={(props) => (
            <Link
              to={entry.to}
              activeOptions={{ exact: entry.to === '/' || entry.children !== undefined }}
              {...props}
            />
          )}
          className={classes.entry}
          aria-label={entry.label}
          aria-current={here && !entry.children ? 'page' : undefined}
          active={here && (!entry.children || folded)}
          data-open={(here && entry.children !== undefined) || undefined}
          label={folded ? null : entry.label}
          leftSection={Icon && <Icon size={18} stroke={1.6} />}
          onClick={onNavigate}
        />
      </Tooltip>
      {here &&
        !folded &&
        entry.children?.map((child) => {
          const current = isWithin(pathname, child.to);
          return (
            <NavLink
              key={child.to}
              renderRoot={(props) => <Link to={child.to} {...props} />}
              className={classes.child}
              aria-current={current ? 'page' : undefined}
              active={current}
              label={child.label}
              onClick={onNavigate}
            />
          );
        })}
    </>
  );
}

function isWithin(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
}
