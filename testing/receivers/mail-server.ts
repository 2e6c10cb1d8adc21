import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ArrivedMail extends Email {
  /** As received. */
  readonly raw: string;
  readonly recipients: readonly string[];
}

interface Options {
  port?: number;
  /** Socket for LMTP instead of a port. */
  path?: string;
  /** Called for each recipient; an error with a `responseCode` refuses it. */
  onRecipient?: (address: string) => Error | undefined;
  /** Awaited before the mail is accepted. */
  beforeTaking?: () => Promise<void>;
  /** Requires these credentials. */
  login?: { user: string; password: string };
}

/** Starts a real mail server without encryption that keeps its mail. */
export async function startMailServer({ port = 0, path, onRecipient, beforeTaking, login }: Options = {}) {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    lmtp: path !== undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      const fits = username === login?.user && password === login?.password;
      done(fits ? null : refusal(535, 'The password is wrong.'), fits ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      done(onRecipient?.(address));
    },
    onData(stream, session, done) {
      const take = async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        await beforeTaking?.();
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString(), recipients });
      };
      take().then(() => done(), done);
    },
  });
  // Disconnecting clients are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    if (path === undefined) server.listen(port, '127.0.0.1', resolve);
    else server.listen(path, resolve);
  });
  const { port: listening = 0 } = server.server.address() as Partial<AddressInfo>;
  return {
    port: listening,
    url: `smtp://${login ? `${login.user}:${login.password}@` : ''}127.0.0.1:${listening}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Accepts connections and never sends anything. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
