import { readMailAddress } from '#kernel/mail/address.ts';
import type { MailSettings } from '../settings.ts';
import { escapeXml } from './xml.ts';

/** Entities are not decoded: addresses contain no characters that XML must escape. */
const ADDRESS = /<(?:[A-Za-z]\w{0,20}:)?EMailAddress>\s{0,20}([^<>&\s]{3,320})\s{0,20}<\//;

/**
 * Returns the requested address, or undefined if there is none. The XML is not parsed: only one element is searched
 * for. Documents with a document type, entities or CDATA are refused.
 */
export function readAutodiscover(xml: string): string | undefined {
  if (xml.includes('<!')) return undefined;
  const [, address = ''] = ADDRESS.exec(xml) ?? [];
  return readMailAddress(address);
}

const RESPONSE = 'http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006';
const OUTLOOK = 'http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a';

/** Returns the "plain old XML" of Autodiscover, which mail clients read without Exchange. */
export function writeAutodiscover(address: string, { host, imap, smtp }: MailSettings): string {
  const protocol = (type: string, { port, security }: MailSettings['imap']) => `
      <Protocol>
        <Type>${type}</Type>
        <Server>${escapeXml(host)}</Server>
        <Port>${escapeXml(port)}</Port>
        <LoginName>${escapeXml(address)}</LoginName>
        <DomainRequired>off</DomainRequired>
        <SPA>off</SPA>
        <SSL>${security === 'tls' ? 'on' : 'off'}</SSL>
        <Encryption>${security === 'tls' ? 'SSL' : 'TLS'}</Encryption>
        <AuthRequired>on</AuthRequired>
      </Protocol>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="${RESPONSE}">
  <Response xmlns="${OUTLOOK}">
    <Account>
      <AccountType>email</AccountType>
      <Action>settings</Action>${protocol('IMAP', imap)}${protocol('SMTP', smtp)}
    </Account>
  </Response>
</Autodiscover>
`;
}
