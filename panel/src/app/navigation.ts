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
  { label: 'Overview', to: '/', icon: IconLayoutDashboard, shortcut: 'o' },
  { label: 'Servers', to: '/servers', icon: IconServer, needs: 'hosting.read', shortcut: 's' },
  { label: 'Firewalls', to: '/firewalls', icon: IconShield, needs: 'hosting.read', shortcut: 'f' },
  { label: 'Applications', to: '/applications', icon: IconApps, needs: 'applications.read', shortcut: 'a' },
  { label: 'Domains', to: '/domains', icon: IconWorld, needs: 'domains.read', shortcut: 'd' },
  { label: 'Databases', to: '/databases', icon: IconDatabase, needs: 'databases.read', shortcut: 'q' },
  { label: 'E-mail', to: '/emails', icon: IconMail, needs: 'emails.read', shortcut: 'e' },
  { label: 'Backups', to: '/backups', icon: IconArchive, needs: 'backups.read', shortcut: 'b' },
  {
    label: 'Monitoring',
    to: '/monitoring',
    icon: IconActivityHeartbeat,
    needs: 'monitoring.read',
    part: { to: '/monitoring/checks', needs: 'hosting.write' },
    shortcut: 'm',
  },
  { label: 'Tickets', to: '/tickets', icon: IconMessages, needs: 'tickets.read', shortcut: 't' },
  { label: 'Billing', to: '/billing', icon: IconCreditCard, needs: 'billing.read', shortcut: 'i' },
  {
    label: 'Developers',
    to: '/developers',
    icon: IconCode,
    children: [
      { label: 'API keys', to: '/developers/keys', needs: 'keys', shortcut: 'k' },
      { label: 'Webhooks', to: '/developers/webhooks', needs: 'webhooks.read', shortcut: 'w' },
      { label: 'Events', to: '/developers/events', needs: 'webhooks.read', shortcut: 'v' },
      { label: 'Requests', to: '/developers/requests', needs: 'requests', shortcut: 'r' },
    ],
  },
  {
    label: 'Account',
    to: '/account',
    icon: IconUserCircle,
    children: [
      { label: 'People', to: '/account/people', needs: 'people', shortcut: 'p' },
      { label: 'Security', to: '/account/security', needs: OWN_DATA, shortcut: 'y' },
      { label: 'Audit log', to: '/account/audit', needs: 'audit', shortcut: 'l' },
      { label: 'Notifications', to: '/account/notifications', needs: OWN_DATA },
      { label: 'Preferences', to: '/account/preferences' },
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
