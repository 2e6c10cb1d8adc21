import { t } from '@lingui/core/macro';
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
import { hasRole, MACHINES, MONEY, MONEY_READERS, OWNERS, POWER, RETRIERS, type StaffRole } from '../../operator/me.ts';
import type { SidebarEntry } from '../sidebar-entry.ts';

interface ConsoleEntry extends SidebarEntry {
  /** Roles that may see the page. Default: every role. */
  readonly roles?: readonly StaffRole[];
  readonly children?: readonly ConsoleEntry[];
}

/** All pages in sidebar order. The command palette and shortcuts are derived from it. */
const CONSOLE_NAVIGATION: readonly ConsoleEntry[] = [
  { label: t`Today`, to: '/operator', icon: IconSunrise, shortcut: 'y' },
  {
    label: t`Customers`,
    to: '/operator/customers',
    icon: IconBuildingStore,
    shortcut: 'c',
    children: [
      { label: t`Subscriptions`, to: '/operator/subscriptions', shortcut: 'u' },
      { label: t`Cancellations`, to: '/operator/cancellations', roles: MONEY_READERS },
      { label: t`Import`, to: '/operator/import', roles: MONEY },
    ],
  },
  { label: t`Orders`, to: '/operator/orders', icon: IconShoppingCart, roles: MONEY_READERS, shortcut: 'o' },
  {
    label: t`Servers`,
    to: '/operator/servers',
    icon: IconServer,
    shortcut: 's',
    children: [
      { label: t`Addresses`, to: '/operator/addresses', shortcut: 'i' },
      { label: t`Traffic`, to: '/operator/traffic' },
      { label: t`Domains`, to: '/operator/domains', shortcut: 'd' },
      { label: t`E-mail`, to: '/operator/emails', shortcut: 'e' },
      { label: t`Databases`, to: '/operator/databases', shortcut: 'q' },
      { label: t`Backups`, to: '/operator/backups' },
      { label: t`Applications`, to: '/operator/applications' },
    ],
  },
  { label: t`Nodes`, to: '/operator/nodes', icon: IconCpu, roles: POWER, shortcut: 'n' },
  { label: t`Tickets`, to: '/operator/tickets', icon: IconMessages, shortcut: 't' },
  { label: t`Catalog`, to: '/operator/catalog', icon: IconReceipt, roles: MONEY_READERS, shortcut: 'p' },
  {
    label: t`Billing`,
    to: '/operator/billing',
    icon: IconCreditCard,
    roles: MONEY_READERS,
    shortcut: 'b',
    children: [
      { label: t`Invoices`, to: '/operator/billing/invoices' },
      { label: t`Payments`, to: '/operator/billing/payments' },
      { label: t`Bank`, to: '/operator/billing/bank', roles: MONEY },
      { label: t`Forecast`, to: '/operator/billing/forecast', roles: MONEY },
      { label: t`Report`, to: '/operator/billing/report', roles: MONEY },
    ],
  },
  {
    label: t`Operations`,
    to: '/operator/operations',
    icon: IconTool,
    shortcut: 'r',
    children: [
      { label: t`Actions`, to: '/operator/operations/actions' },
      { label: t`Mails`, to: '/operator/operations/mails', roles: MONEY_READERS },
      { label: t`Webhooks`, to: '/operator/operations/webhooks' },
      { label: t`Engines`, to: '/operator/operations/engines', roles: MACHINES },
    ],
  },
  { label: t`Staff`, to: '/operator/staff', icon: IconUserShield, roles: OWNERS, shortcut: 'f' },
  { label: t`Audit log`, to: '/operator/audit', icon: IconHistory, shortcut: 'l' },
  { label: t`Settings`, to: '/operator/settings', icon: IconSettings, roles: OWNERS, shortcut: ',' },
];

/** Returns the entries that these roles may see. */
export function listConsolePages(own: readonly StaffRole[]): SidebarEntry[] {
  const isShown = ({ roles }: ConsoleEntry) => roles === undefined || hasRole(own, roles);
  return CONSOLE_NAVIGATION.filter(isShown).map((entry) =>
    entry.children ? { ...entry, children: entry.children.filter(isShown) } : entry,
  );
}

/** Roles of pages that are not in the sidebar. Other pages have the roles of the page above them. */
const FURTHER_PAGES: readonly Pick<ConsoleEntry, 'to' | 'roles'>[] = [
  { to: '/operator/orders/blocks', roles: MONEY },
  { to: '/operator/catalog/price-changes', roles: MONEY },
  { to: '/operator/billing/payouts', roles: MONEY },
  { to: '/operator/operations/failures', roles: RETRIERS },
  { to: '/operator/setup', roles: OWNERS },
];

const PAGES = [...CONSOLE_NAVIGATION.flatMap((entry) => [entry, ...(entry.children ?? [])]), ...FURTHER_PAGES];

/** Returns the roles that may open the page at this path. Undefined: every role. */
export function findPageRoles(path: string): readonly StaffRole[] | undefined {
  const above = PAGES.filter(({ to }) => path === to || path.startsWith(`${to}/`));
  return above.sort((one, other) => other.to.length - one.to.length)[0]?.roles;
}
