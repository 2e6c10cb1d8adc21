import type { Database } from '@hostler/database';
import type { ProgramAnswer, ProgramPage } from '#kernel/http/program-pages.ts';
import { readMailAddress } from '#kernel/mail/address.ts';
import { domainOf } from '../address.ts';
import { findMailDomainByName } from '../domains/operator-store.ts';
import { errors } from '../errors.ts';
import type { MailSettings } from '../settings.ts';
import { writeAutoconfig } from './autoconfig.ts';
import { readAutodiscover, writeAutodiscover } from './autodiscover.ts';

const AUTOCONFIG = ['/mail/config-v1.1.xml', '/.well-known/autoconfig/mail/config-v1.1.xml'];
const AUTODISCOVER = ['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml'];
/** Host name prefixes that mail clients put before the domain. */
const PREFIX = /^(autoconfig|autodiscover)\./;

/**
 * Serves the automatic setup of mail clients. Thunderbird and others use Autoconfig; Outlook and phones use
 * Autodiscover. The response does not depend on the local part, so that it does not reveal which mailboxes exist.
 */
export function discoveryPages({ db, settings }: { db: Database; settings: MailSettings }): ProgramPage[] {
  /** Returns the first name that is a proved mail domain here. */
  async function findDomain(...names: (string | undefined)[]): Promise<string | undefined> {
    for (const name of new Set(names)) {
      const found = name === undefined ? undefined : await db.read(findMailDomainByName(name));
      if (found?.status === 'active') return found.domain;
    }
    return undefined;
  }

  const toXml = (body: string): ProgramAnswer => ({ type: 'text/xml; charset=utf-8', body });

  return [
    ...AUTOCONFIG.map(
      (path): ProgramPage => ({
        method: 'GET',
        path,
        async answer({ host, query }) {
          const { emailaddress } = query;
          const address = typeof emailaddress === 'string' ? readMailAddress(emailaddress) : undefined;
          const domain = await findDomain(host.replace(PREFIX, ''), address && domainOf(address));
          return domain === undefined ? undefined : toXml(writeAutoconfig(domain, settings));
        },
      }),
    ),
    ...AUTODISCOVER.map(
      (path): ProgramPage => ({
        method: 'POST',
        path,
        async answer({ body }) {
          const address = readAutodiscover(body);
          if (address === undefined) throw errors.mail_address_missing();
          const domain = await findDomain(domainOf(address));
          return domain === undefined ? undefined : toXml(writeAutodiscover(address, settings));
        },
      }),
    ),
  ];
}
