import type { Permission } from '../../session/place-context.tsx';

/** Action available from every page: the address of its page, with the form open if the page supports that. */
export interface Command {
  readonly label: string;
  readonly to: string;
  readonly needs: Permission;
  readonly keywords: string;
}

export const COMMANDS: readonly Command[] = [
  { label: 'Order a server', to: '/order', needs: 'billing.write', keywords: 'buy new vps machine plan price' },
  { label: 'Create firewall', to: '/firewalls?new=true', needs: 'hosting.write', keywords: 'rule port network ssh' },
  { label: 'New ticket', to: '/tickets?new=true', needs: 'tickets.write', keywords: 'support help ask question' },
  { label: 'Add domain', to: '/domains?new=true', needs: 'domains.write', keywords: 'dns zone' },
  { label: 'Create database', to: '/databases', needs: 'databases.write', keywords: 'postgres mariadb mysql' },
  {
    label: 'Install an application',
    to: '/applications',
    needs: 'applications.write',
    keywords: 'app software recipe',
  },
  { label: 'Create mailbox', to: '/emails?new=true', needs: 'emails.write', keywords: 'email mail address imap' },
  { label: 'Create backup', to: '/backups', needs: 'backups.write', keywords: 'snapshot' },
  {
    label: 'Add check',
    to: '/monitoring/checks?new=true',
    needs: 'hosting.write',
    keywords: 'monitoring uptime url port',
  },
  { label: 'Create API key', to: '/developers/keys', needs: 'keys', keywords: 'token secret' },
  { label: 'Add webhook', to: '/developers/webhooks', needs: 'webhooks.write', keywords: 'event url' },
  { label: 'Invite a person', to: '/account/people?new=true', needs: 'people', keywords: 'user member team' },
];
