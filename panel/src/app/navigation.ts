import { t } from '@lingui/core/macro';
import {
  IconActivityHeartbeat,
  IconApps,
  IconArchive,
  IconCode,
  IconCreditCard,
  IconDatabase,
  IconLayoutDashboard,
  IconMail,
  IconMessages,
  IconServer,
  IconShield,
  IconUserCircle,
  IconWorld,
} from '@tabler/icons-react';
import { OWN_DATA, type Permission } from '../session/place-context.tsx';
import type { SidebarEntry } from './sidebar-entry.ts';

export interface NavigationEntry extends SidebarEntry {
  /** Scope or permission that the page requires. */
  readonly needs?: Permission;
  /** Sub-page that a person without `needs` can open with another scope. */
  readonly part?: { readonly to: string; readonly needs: Permission };
  readonly children?: readonly NavigationEntry[];
}

/** All pages in sidebar order. The command palette and shortcuts are derived from it. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { label: t`Overview`, to: '/', icon: IconLayoutDashboard, shortcut: 'o' },
  { label: t`Servers`, to: '/servers', icon: IconServer, needs: 'hosting.read', shortcut: 's' },
  { label: t`Firewalls`, to: '/firewalls', icon: IconShield, needs: 'hosting.read', shortcut: 'f' },
  { label: t`Applications`, to: '/applications', icon: IconApps, needs: 'applications.read', shortcut: 'a' },
  { label: t`Domains`, to: '/domains', icon: IconWorld, needs: 'domains.read', shortcut: 'd' },
  { label: t`Databases`, to: '/databases', icon: IconDatabase, needs: 'databases.read', shortcut: 'q' },
  { label: t`E-mail`, to: '/emails', icon: IconMail, needs: 'emails.read', shortcut: 'e' },
  { label: t`Backups`, to: '/backups', icon: IconArchive, needs: 'backups.read', shortcut: 'b' },
  {
    label: t`Monitoring`,
    to: '/monitoring',
    icon: IconActivityHeartbeat,
    needs: 'monitoring.read',
    part: { to: '/monitoring/checks', needs: 'hosting.write' },
    shortcut: 'm',
  },
  { label: t`Tickets`, to: '/tickets', icon: IconMessages, needs: 'tickets.read', shortcut: 't' },
  { label: t`Billing`, to: '/billing', icon: IconCreditCard, needs: 'billing.read', shortcut: 'i' },
  {
    label: t`Developers`,
    to: '/developers',
    icon: IconCode,
    children: [
      { label: t`API keys`, to: '/developers/keys', needs: 'keys', shortcut: 'k' },
      { label: t`Webhooks`, to: '/developers/webhooks', needs: 'webhooks.read', shortcut: 'w' },
      { label: t`Events`, to: '/developers/events', needs: 'webhooks.read', shortcut: 'v' },
      { label: t`Requests`, to: '/developers/requests', needs: 'requests', shortcut: 'r' },
    ],
  },
  {
    label: t`Account`,
    to: '/account',
    icon: IconUserCircle,
    children: [
      { label: t`People`, to: '/account/people', needs: 'people', shortcut: 'p' },
      { label: t`Security`, to: '/account/security', needs: OWN_DATA, shortcut: 'y' },
      { label: t`SSH keys`, to: '/account/ssh-keys', needs: 'hosting.read' },
      { label: t`Audit log`, to: '/account/audit', needs: 'audit', shortcut: 'l' },
      { label: t`Notifications`, to: '/account/notifications', needs: OWN_DATA },
      { label: t`Preferences`, to: '/account/preferences' },
    ],
  },
];

/** Returns the entries that a person with these permissions may see, without empty groups. */
export function allowedNavigation(may: (needed: Permission) => boolean): NavigationEntry[] {
  return NAVIGATION.flatMap((entry) => {
    if (entry.needs && !may(entry.needs))
      return entry.part && may(entry.part.needs) ? [{ ...entry, to: entry.part.to }] : [];
    if (!entry.children) return [entry];
    const children = entry.children.filter(({ needs }) => !needs || may(needs));
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
