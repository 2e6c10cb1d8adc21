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
  IconUserCircle,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';

export interface NavigationEntry {
  readonly label: string;
  readonly to: string;
  readonly icon?: TablerIcon;
  /** The scope or right without which it would only be refused. */
  readonly needs?: string;
  /** The only page of it that another scope opens, for people without `needs`. */
  readonly part?: { readonly to: string; readonly needs: string };
  /** `g` and this letter lead there. */
  readonly shortcut?: string;
  readonly children?: readonly NavigationEntry[];
}

/** Every page of the frame, in the order of the sidebar; palette and shortcuts are made from it too. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Overview', to: '/', icon: IconLayoutDashboard, shortcut: 'o' },
  { label: 'Servers', to: '/servers', icon: IconServer, needs: 'hosting.read', shortcut: 's' },
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
      { label: 'Security', to: '/account/security', shortcut: 'y' },
      { label: 'Audit log', to: '/account/audit', needs: 'audit', shortcut: 'l' },
      { label: 'Notifications', to: '/account/notifications' },
      { label: 'Preferences', to: '/account/preferences' },
    ],
  },
];

/** What somebody with these rights is shown; a group without pages is left out. */
export function allowedNavigation(may: (needed: string) => boolean): NavigationEntry[] {
  return NAVIGATION.flatMap((entry) => {
    if (entry.needs && !may(entry.needs))
      return entry.part && may(entry.part.needs) ? [{ ...entry, to: entry.part.to }] : [];
    if (!entry.children) return [entry];
    const children = entry.children.filter(({ needs }) => !needs || may(needs));
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
