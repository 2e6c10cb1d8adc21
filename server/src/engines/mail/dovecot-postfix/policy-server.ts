import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { Outages } from '#kernel/outages.ts';
import { SECOND } from '#kernel/time.ts';
import { isListening } from './conversation.ts';
import { policySocket } from './mail-server.ts';
import { withMaps } from './map-database.ts';
import { countSending } from './sending-limit.ts';

/** Retry interval if the folder does not exist yet, or another worker on this machine listens. */
const TRY_AGAIN_MS = 10 * SECOND;
const MOST_BYTES = 16_384;
const SOURCE = { engine: 'mail policy' };

interface Surroundings {
  dir: string;
  /** While it does not work, recipients of mail are not counted. */
  outages: Pick<Outages, 'fail' | 'answer'>;
}

/**
 * Answers Postfix whether a signed-in user may send to more recipients (policy protocol,
 * http://www.postfix.org/SMTPD_POLICY_README.html). Without an answer Postfix continues, so a restarting worker stops
 * no mail.
 */
export function createPolicyServer({ dir, outages }: Surroundings): BackgroundService {
  const path = policySocket(dir);
  const connections = new Set<Socket>();
  let server: Server | undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = async () => {
    if (server || (await isListening(path))) return;
    await rm(path, { force: true });
    const opened = createServer((socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
      answerQuestions(socket, (question) => decide(dir, question, outages));
    });
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(path, resolve));
    server = opened;
    // Postfix is in the group of the folder.
    await chmod(path, 0o660);
  };
  const tryOpening = () => {
    open().then(
      () => outages.answer(SOURCE),
      (error) => outages.fail(SOURCE, error),
    );
  };

  return {
    start() {
      tryOpening();
      timer = setInterval(tryOpening, TRY_AGAIN_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      for (const socket of connections) socket.destroy();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    },
  };
}

function decide(dir: string, question: ReadonlyMap<string, string>, outages: Surroundings['outages']): string {
  const login = question.get('sasl_username') ?? '';
  const recipients = Number(question.get('recipient_count')) || 0;
  try {
    const limit = withMaps(dir, (db) => countSending(db, login, Math.max(1, recipients), Date.now()));
    outages.answer(SOURCE);
    if (limit === undefined) return 'DUNNO';
    return `450 4.7.1 This mailbox may send to ${limit} recipients in an hour; try again later`;
  } catch (error) {
    outages.fail(SOURCE, error as Error);
    return 'DUNNO';
  }
}

/** A request consists of lines `name=value` and ends with an empty one; a connection sends many. */
function answerQuestions(socket: Socket, decide: (question: ReadonlyMap<string, string>) => string): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (data: string) => {
    text += data;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const question = new Map(lines.map((line) => splitOnce(line)));
      socket.write(`action=${decide(question)}\n\n`);
    }
    if (text.length > MOST_BYTES) socket.destroy();
  });
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}
