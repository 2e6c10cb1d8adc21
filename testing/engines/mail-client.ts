import { connect, type TLSSocket } from 'node:tls';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailAccess } from '../services/mail.ts';

/** Sends as a mail program does: with a password, to the submission port with STARTTLS or with implicit TLS. */
export async function submit(
  { submission, submissions, certificate, host }: MailAccess,
  user: string,
  message: SendMailOptions,
  password = mailPassword,
  secure = false,
) {
  const transport = createTransport({
    ...(secure ? submissions : submission),
    secure,
    requireTLS: true,
    tls: { ca: certificate, servername: host },
    auth: { user, pass: password },
  });
  try {
    return await transport.sendMail({ from: user, subject: 'Hello', text: 'Hello there.\n', ...message });
  } finally {
    transport.close();
  }
}

/** Sends as another mail server does: to port 25, without a password. */
export async function bring({ smtp }: MailAccess, message: SendMailOptions) {
  const transport = createTransport({ ...smtp, secure: false, ignoreTLS: true });
  try {
    return await transport.sendMail({ from: 'eve@world.test', subject: 'Hello', text: 'Hello there.\n', ...message });
  } finally {
    transport.close();
  }
}

export const mailPassword = 'correct horse';

export interface ImapSession {
  /** All commands and answers, without the password. */
  readonly transcript: string[];
  /** Returns the answer up to its status line; throws if that is not OK. */
  ask(command: string): Promise<string>;
  close(): void;
}

/** Signs in as a mail program does. */
export async function signIn(access: MailAccess, user: string, password = mailPassword): Promise<ImapSession> {
  const { imaps, certificate, host } = access;
  const socket = connect({ ...imaps, ca: certificate, servername: host });
  const transcript: string[] = [];
  let [text, number] = ['', 0];
  let wake = () => {};
  let ended: Error | undefined;
  socket.setEncoding('utf8');
  socket.on('data', (data: string) => {
    text += data;
    wake();
  });
  socket.on('error', (error) => {
    ended = error;
    wake();
  });
  socket.on('close', () => {
    ended ??= new Error(`The connection ended: ${text}`);
    wake();
  });
  const readUntil = async (isWhole: RegExp) => {
    while (!isWhole.test(text)) {
      if (ended) throw ended;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const answer = text;
    text = '';
    transcript.push(
      ...answer
        .trimEnd()
        .split('\r\n')
        .map((line) => `S: ${line}`),
    );
    return answer;
  };
  const ask = async (command: string) => {
    const tag = `a${++number}`;
    transcript.push(`C: ${tag} ${command.replace(/^(login \S+) .*/i, '$1 …')}`);
    socket.write(`${tag} ${command}\r\n`);
    const answer = await readUntil(new RegExp(`^${tag} (OK|NO|BAD)[^\\n]*\\n`, 'm'));
    if (!new RegExp(`^${tag} OK`, 'm').test(answer)) throw new Error(answer.trim());
    return answer;
  };
  const session = { transcript, ask, close: () => endQuietly(socket) };
  try {
    await readUntil(/\n/);
    transcript.unshift(`(TLS to ${host}: ${socket.getProtocol()}, ${socket.getCipher().standardName})`);
    await ask(`LOGIN ${user} "${password}"`);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

function endQuietly(socket: TLSSocket): void {
  socket.removeAllListeners('error').on('error', () => {});
  socket.destroy();
}

/** Returns the messages of an inbox, or a part of each; waits until there are enough. */
export async function readInbox(
  access: MailAccess,
  user: string,
  atLeast: number,
  part = '',
  password = mailPassword,
): Promise<string[]> {
  const session = await signIn(access, user, password);
  try {
    while (true) {
      const selected = await session.ask('SELECT INBOX');
      const count = Number(/\* (\d+) EXISTS/.exec(selected)?.[1]);
      if (count >= atLeast) {
        if (count === 0) return [];
        const answer = await session.ask(`FETCH 1:* BODY.PEEK[${part}]`);
        return [...answer.matchAll(/\* \d+ FETCH \(BODY\[\w*\] \{(\d+)\}\r\n/g)].map((match) => {
          const start = match.index + match[0].length;
          return answer.slice(start, start + Number(match[1]));
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  } finally {
    session.close();
  }
}
