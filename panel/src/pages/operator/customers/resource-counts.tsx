import { t } from '@lingui/core/macro';
import { Anchor, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber } from '#parts/numbers.ts';
import { Surface } from '#parts/surface.tsx';
import classes from './detail.module.css';
import type { AccountSummary } from './queries.ts';
import { texts } from './texts.ts';

/** Lists of the console by the name of the count. */
const LISTS: Readonly<Record<string, { readonly label: string; readonly to: LinkProps['to'] | null }>> = {
  servers: { label: t`Servers`, to: '/operator/servers' as LinkProps['to'] },
  domains: { label: t`Domains`, to: '/operator/domains' as LinkProps['to'] },
  mailboxes: { label: t`Mailboxes`, to: '/operator/emails' as LinkProps['to'] },
  databases: { label: t`Databases`, to: '/operator/databases' as LinkProps['to'] },
  subscriptions: { label: t`Subscriptions`, to: '/operator/subscriptions' as LinkProps['to'] },
  open_tickets: { label: t`Open tickets`, to: '/operator/tickets' as LinkProps['to'] },
  backups: { label: t`Backups`, to: null },
  applications: { label: t`Applications`, to: null },
  keys: { label: t`API keys`, to: null },
  people: { label: t`People`, to: null },
  webhooks: { label: t`Webhooks`, to: '/operator/operations/webhooks' as LinkProps['to'] },
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
