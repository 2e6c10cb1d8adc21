import {
  IconBuildingStore,
  IconCpu,
  IconCreditCard,
  IconHistory,
  IconMessages,
  IconReceipt,
  IconServer,
  IconSettings,
  IconShoppingCart,
  IconSunrise,
  IconTool,
  IconUserShield,
} from '@tabler/icons-react';
import { hasRole, MACHINES, MONEY, MONEY_READERS, OWNERS, POWER, type StaffRole } from '../../operator/me.ts';
import type { SidebarEntry } from '../sidebar-entry.ts';

interface ConsoleEntry extends SidebarEntry {
  /** Roles that may see the page. Default: every role. */
  readonly roles?: readonly StaffRole[];
  readonly children?: readonly ConsoleEntry[];
}

/** All pages in sidebar order. The command palette and shortcuts are derived from it. */
const CONSOLE_NAVIGATION: readonly ConsoleEntry[] = [
  { label: 'Today', to: '/operator', icon: IconSunrise, shortcut: 'y' },
  {
    label: 'Customers',
    to: '/operator/customers',
    icon: IconBuildingStore,
    shortcut: 'c',
    children: [
      { label: 'Subscriptions', to: '/operator/subscriptions', shortcut: 'u' },
      { label: 'Cancellations', to: '/operator/cancellations', roles: MONEY_READERS },
      { label: 'Import', to: '/operator/import', roles: MONEY },
    ],
  },
  { label: 'Orders', to: '/operator/orders', icon: IconShoppingCart, roles: MONEY_READERS, shortcut: 'o' },
  {
    label: 'Servers',
    to: '/operator/servers',
    icon: IconServer,
    shortcut: 's',
    children: [
      { label: 'Addresses', to: '/operator/addresses', shortcut: 'i' },
      { label: 'Domains', to: '/operator/domains', shortcut: 'd' },
      { label: 'E-mail', to: '/operator/emails', shortcut: 'e' },
      { label: 'Databases', to: '/operator/databases', shortcut: 'q' },
      { label: 'Backups', to: '/operator/backups' },
      { label: 'Applications', to: '/operator/applications' },
    ],
  },
  { label: 'Nodes', to: '/operator/nodes', icon: IconCpu, roles: POWER, shortcut: 'n' },
  { label: 'Tickets', to: '/operator/tickets', icon: IconMessages, shortcut: 't' },
  { label: 'Catalog', to: '/operator/catalog', icon: IconReceipt, roles: MONEY_READERS, shortcut: 'p' },
  {
    label: 'Billing',
    to: '/operator/billing',
    icon: IconCreditCard,
    roles: MONEY_READERS,
    shortcut: 'b',
    children: [
      { label: 'Invoices', to: '/operator/billing/invoices' },
      { label: 'Payments', to: '/operator/billing/payments' },
      { label: 'Bank', to: '/operator/billing/bank', roles: MONEY },
      { label: 'Forecast', to: '/operator/billing/forecast', roles: MONEY },
      { label: 'Report', to: '/operator/billing/report', roles: MONEY },
    ],
  },
  {
    label: 'Operations',
    to: '/operator/operations',
    icon: IconTool,
    shortcut: 'r',
    children: [
      { label: 'Actions', to: '/operator/operations/actions' },
      { label: 'Mails', to: '/operator/operations/mails', roles: MONEY_READERS },
      { label: 'Webhooks', to: '/operator/operations/webhooks' },
      { label: 'Engines', to: '/operator/operations/engines', roles: MACHINES },
    ],
  },
  { label: 'Staff', to: '/operator/staff', icon: IconUserShield, roles: OWNERS, shortcut: 'f' },
  { label: 'Audit log', to: '/operator/audit', icon: IconHistory, shortcut: 'l' },
  { label: 'Settings', to: '/operator/settings', icon: IconSettings, roles: OWNERS, shortcut: ',' },
];

/** Returns the entries that these roles may see. */
export function listConsolePages(own: readonly StaffRole[]): SidebarEntry[] {
  const isShown = ({ roles }: ConsoleEntry) => roles === undefined || hasRole(own, roles);
  return CONSOLE_NAVIGATION.filter(isShown).map((entry) =>
    entry.children ? { ...entry, children: entry.children.filter(isShown) } : entry,
  );
}
