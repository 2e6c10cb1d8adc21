import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Group, NavLink, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { brand } from '../theme/brand.ts';
import { Brand } from './brand.tsx';
import classes from './sidebar.module.css';
import type { SidebarEntry } from './sidebar-entry.ts';

interface SidebarProps {
  /** The first entry is the home page. */
  readonly entries: readonly SidebarEntry[];
  readonly folded: boolean;
  readonly onFold: () => void;
  readonly onNavigate: () => void;
  readonly onClose: () => void;
}

export function Sidebar({ entries, folded, onFold, onNavigate, onClose }: SidebarProps) {
  const { pathname } = useLocation();
  const home = entries[0]?.to ?? '/';
  const isWithin = (to: string) => pathname === to || (to !== home && pathname.startsWith(`${to}/`));
  return (
    <nav className={classes.sidebar} aria-label={t`Main`} data-folded={folded || undefined}>
      <Group className={classes.top} justify="space-between" wrap="nowrap">
        <Link to={home} className={classes.brand} aria-label={brand.productName} onClick={onNavigate}>
          <Brand withName={!folded} />
        </Link>
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" onClick={onClose} aria-label={t`Close the menu`}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <ScrollArea className={classes.entries} type="auto" scrollbarSize={6}>
        {entries.map((entry) => (
          <Entry key={entry.to} entry={entry} isWithin={isWithin} folded={folded} onNavigate={onNavigate} />
        ))}
      </ScrollArea>
      <UnstyledButton
        className={classes.fold}
        onClick={onFold}
        visibleFrom="sm"
        aria-label={folded ? t`Expand the sidebar` : t`Collapse the sidebar`}
      >
        {folded ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
        {!folded && (
          <Text size="sm">
            <Trans>Collapse</Trans>
          </Text>
        )}
      </UnstyledButton>
    </nav>
  );
}

interface EntryProps {
  readonly entry: SidebarEntry;
  /** Returns true if an address, or one below it, is open. */
  readonly isWithin: (to: string) => boolean;
  readonly folded: boolean;
  readonly onNavigate: () => void;
}

/** Shows the pages of a group while one of them is open. */
function Entry({ entry, isWithin, folded, onNavigate }: EntryProps) {
  const child = entry.children?.find(({ to }) => isWithin(to));
  const here = isWithin(entry.to) || child !== undefined;
  const Icon = entry.icon;
  return (
    <>
      <Tooltip label={entry.label} position="right" disabled={!folded} openDelay={0}>
        <NavLink
          // Only the page is marked as current, not its group.
          renderRoot={(props) => <Link to={entry.to} activeOptions={{ exact: true }} {...props} />}
          className={classes.entry}
          aria-label={entry.label}
          aria-current={here && !child ? 'page' : undefined}
          active={here && (!child || folded)}
          data-open={(here && entry.children !== undefined) || undefined}
          label={folded ? null : entry.label}
          leftSection={Icon && <Icon size={18} stroke={1.6} />}
          onClick={onNavigate}
        />
      </Tooltip>
      {here &&
        !folded &&
        entry.children?.map(({ to, label }) => (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} {...props} />}
            className={classes.child}
            aria-current={to === child?.to ? 'page' : undefined}
            active={to === child?.to}
            label={label}
            onClick={onNavigate}
          />
        ))}
    </>
  );
}
