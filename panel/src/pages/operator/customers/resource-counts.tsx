import { Anchor, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber } from '#parts/numbers.ts';
import { Surface } from '#parts/surface.tsx';
import classes from './detail.module.css';
import type { AccountSummary } from './queries.ts';
import { texts } from './texts.ts';

/** Lists of the console by the name of the count. */
const LISTS: Readonly<Record<string, { readonly label: string; readonly to: LinkProps['to'] | null }>> = {
  servers: { label: 'Servers', to: '/operator/servers' as LinkProps['to'] },
  domains: { label: 'Domains', to: '/operator/domains' as LinkProps['to'] },
  mailboxes: { label: 'Mailboxes', to: '/operator/emails' as LinkProps['to'] },
  databases: { label: 'Databases', to: '/operator/databases' as LinkProps['to'] },
  subscriptions: { label: 'Subscriptions', to: '/operator/subscriptions' as LinkProps['to'] },
  open_tickets: { label: 'Open tickets', to: '/operator/tickets' as LinkProps['to'] },
  backups: { label: 'Backups', to: null },
  applications: { label: 'Applications', to: null },
  keys: { label: 'API keys', to: null },
  people: { label: 'People', to: null },
  webhooks: { label: 'Webhooks', to: '/operator/operations/webhooks' as LinkProps['to'] },
};

/** Counts above 0, each with the list of the customer's records. */
export function ResourceCounts({ account: { id, counts } }: { account: AccountSummary }) {
  const shown = Object.entries(LISTS).filter(([name]) => (counts[name] ?? 0) > 0);
  return (
    <Surface title={texts.resources}>
      {shown.length === 0 ? (
        <Text c="dimmed">{texts.noResources}</Text>
      ) : (
        <ul className={classes.lines}>
          {shown.map(([name, { label, to }]) => (
            <li key={name} className={classes.line}>
              {to ? (
                <Anchor component={Link} to={to} search={{ account: String(id) } as never} inherit>
                  {label}
                </Anchor>
              ) : (
                label
              )}
              <span>{formatNumber(counts[name] ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
    </Surface>
  );
}
