import { readMailAddress } from '../../../../kernel/mail/address.ts';
import type { MailSettings } from '../settings.ts';
import { escapeXml } from './xml.ts';

/** An address has none of the characters that XML would need entities for, so none are read. */
const ADDRESS = /<(?:[A-Za-z]\w{0,20}:)?EMailAddress>\s{0,20}([^<>&\s]{3,320})\s{0,20}<\//;

/**
 * The address that a program asks for; undefined where there is none. Nothing is parsed: one element is looked for, and
 * what declares anything (a document type, entities, CDATA) is not read at all.
 */
export function readAutodiscover(xml: string): string | undefined {
  if (xml.includes('<!')) return undefined;
  const [, address = ''] = ADDRESS.exec(xml) ?? [];
  return readMailAddress(address);
}

const RESPONSE = 'http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006';
const OUTLOOK = 'http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a';

/** The "plain old XML" of Autodiscover, as mail programs without Exchange read it. */
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
