import { connect } from 'node:net';
import type { MailAddress } from './mail-server.ts';

const LISTENING_MS = 2_000;
const MOST_BYTES = 16_384;

/** Reads the greeting line, sends each line after the previous answer, and returns all answers. */
export function converse(
  { host, port }: MailAddress,
  lines: readonly string[],
  { isWhole, patienceMs }: { isWhole: RegExp; patienceMs: number },
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    const answers: string[] = [];
    let answer = '';
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer in time')));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (!(answers.length === 0 ? /\n/ : isWhole).test(answer) && answer.length < MOST_BYTES) return;
      answers.push(answer);
      answer = '';
      const next = lines[answers.length - 1];
      if (next === undefined || answers.length > lines.length) socket.end();
      else socket.write(next);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer === '' ? answers : [...answers, answer]));
  });
}

export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(LISTENING_MS, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
