import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { MINUTE, SECOND } from '../time.ts';
import { type MailDriver, MailRefused, type OutgoingMail } from './driver.ts';
import { MACHINE_HEADERS } from './eml.ts';

/** Timeouts after which a silent server counts as unreachable. */
const PATIENCE = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 30 * SECOND,
};
/** Limit of a whole delivery, even if the server keeps answering. */
const LONGEST_MS = MINUTE;

interface SmtpOptions {
  /**
   * For example `smtp://user:password@mail.example.com:587` or `smtps://…`, with options of nodemailer as query
   * parameters.
   */
  url: string;
  /** Tests use shorter timeouts. */
  patience?: Partial<typeof PATIENCE>;
}

/** Opens a connection per mail: mails are few, and an idle connection may break. */
export function createSmtp({ url, patience }: SmtpOptions): MailDriver {
  const given: SMTPTransportOptions = parseConnectionUrl(url);
  const { host = '' } = given;
  // Require TLS before sending a password: a server that offers no encryption may be an impostor.
  const requireTLS = given.requireTLS ?? (given.auth !== undefined && !isLoopback(host));
  const transport = createTransport({
    ...PATIENCE,
    ...patience,
    ...given,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send(mail, signal) {
      try {
        await Promise.race([transport.sendMail(toMessage(mail)), untilAborted(signal)]);
        return {};
      } catch (error) {
        throw toRefusal(error as NodemailerError) ?? error;
      }
    },

    async check() {
      const server = { version: null, detail: `Mail goes to ${new URL(url).host}.` };
      try {
        await transport.verify();
        return { ...server, reachable: true, advice: null };
      } catch (error) {
        const detail = `${new URL(url).host}: ${(error as Error).message}`;
        return {
          ...server,
          reachable: false,
          detail,
          advice: 'Check HOSTLER_SMTP_URL and that the server is running.',
        };
      }
    },
  };
}

function toMessage({ messageId, from, to, subject, text, html, attachments, createdAt }: OutgoingMail) {
  const date = new Date(createdAt);
  // Pass addresses as objects, so that nothing in them is parsed as a list or as another header.
  return {
    messageId,
    from: { ...from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map((file) => ({ ...file })),
    date,
    headers: MACHINE_HEADERS,
  };
}

/**
 * Returns an error if the server permanently rejects this recipient or this message. Other errors may come from the
 * configuration, which can be fixed.
 */
function toRefusal({ responseCode = 0, command, message }: NodemailerError): MailRefused | undefined {
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutThisMail && responseCode >= 500 ? new MailRefused(message) : undefined;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  return new Promise((_, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason), { once: true });
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.');
}
