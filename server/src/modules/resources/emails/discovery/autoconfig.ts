import type { MailSettings } from '../settings.ts';
import { escapeXml } from './xml.ts';

const SOCKET_TYPES = { tls: 'SSL', starttls: 'STARTTLS' };

/**
 * Returns the configuration for Thunderbird: https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat
 */
export function writeAutoconfig(domain: string, { host, imap, smtp }: MailSettings): string {
  const server = (name: string, type: string, { port, security }: MailSettings['imap']) => `
    <${name} type="${type}">
      <hostname>${escapeXml(host)}</hostname>
      <port>${escapeXml(port)}</port>
      <socketType>${SOCKET_TYPES[security]}</socketType>
      <authentication>password-cleartext</authentication>
      <username>%EMAILADDRESS%</username>
    </${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="${escapeXml(domain)}">
    <domain>${escapeXml(domain)}</domain>
    <displayName>${escapeXml(domain)}</displayName>
    <displayShortName>${escapeXml(domain)}</displayShortName>${server('incomingServer', 'imap', imap)}${server('outgoingServer', 'smtp', smtp)}
  </emailProvider>
</clientConfig>
`;
}
