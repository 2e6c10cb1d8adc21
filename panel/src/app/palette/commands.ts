import { t } from '@lingui/core/macro';
import type { Permission } from '../../session/place-context.tsx';

/** Action available from every page: the address of its page, with the form open if the page supports that. */
export interface Command {
  readonly label: string;
  readonly to: string;
  readonly needs: Permission;
  readonly keywords: string;
}

export const COMMANDS: readonly Command[] = [
  {
    label: t`Order a server`,
    to: '/order',
    needs: 'billing.write',
    keywords: t`buy create new vps machine plan price`,
  },
  { label: t`Create firewall`, to: '/firewalls?new=true', needs: 'hosting.write', keywords: t`rule port network ssh` },
  {
    label: t`New ticket`,
    to: '/tickets?new=true',
    needs: 'tickets.write',
    keywords: t`open create support help ask question`,
  },
  { label: t`Add domain`, to: '/domains?new=true', needs: 'domains.write', keywords: t`dns zone` },
  { label: t`Create database`, to: '/databases', needs: 'databases.write', keywords: t`postgres mariadb mysql` },
  {
    label: t`Install an application`,
    to: '/applications',
    needs: 'applications.write',
    keywords: t`app software recipe`,
  },
  { label: t`Create mailbox`, to: '/emails?new=true', needs: 'emails.write', keywords: t`email mail address imap` },
  { label: t`Create backup`, to: '/backups', needs: 'backups.write', keywords: 'snapshot' },
  {
    label: t`Add check`,
    to: '/monitoring/checks?new=true',
    needs: 'hosting.write',
    keywords: t`monitoring uptime url port`,
  },
  { label: t`Create API key`, to: '/developers/keys?new=true', needs: 'keys', keywords: t`token secret` },
  { label: t`Add webhook`, to: '/developers/webhooks', needs: 'webhooks.write', keywords: t`event url` },
  { label: t`Invite a person`, to: '/account/people?new=true', needs: 'people', keywords: t`user member team` },
];
