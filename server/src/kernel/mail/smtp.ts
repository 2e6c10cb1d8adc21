import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { MINUTE, SECOND } from '../time.ts';
import { type MailDriver, MailRefused, MailServerUnavailable, type OutgoingMail } from './driver.ts';
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
        const { response } = await Promise.race([transport.sendMail(toMessage(mail)), untilAborted(signal)]);
        return { response };
      } catch (error) {
        throw signal.aborted ? error : classify(error as NodemailerError);
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

/** Response of a server that closes the connection, at any command. */
const NOT_AVAILABLE = 421;

/**
 * Returns a refusal if the server permanently rejects this recipient or this message, and the error itself if it rejects
 * them for now. Every other failure concerns all mail: the server is away, or the configuration has to be fixed.
 */
function classify(error: NodemailerError): Error {
  const { responseCode = 0, command, message } = error;
  const isAboutThisMail = responseCode !== NOT_AVAILABLE && (command === 'RCPT TO' || command === 'DATA');
  if (!isAboutThisMail || responseCode === 0) return new MailServerUnavailable(message);
  return responseCode >= 500 ? new MailRefused(message) : error;
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
