import { EngineError } from '../../engine.ts';
import type { Context } from './context.ts';
import { executeInside } from './execute/execute.ts';

/** The command only writes a file; a hanging one is a problem of the system inside. */
const timeoutMs = 30_000;

/** Sets the password of root by `chpasswd`, which reads it from standard input: arguments are visible to others inside. */
export async function setRootPassword(context: Context, name: string, password: string, signal?: AbortSignal) {
  const input = `root:${password}\n`;
  const { exitCode } = await executeInside(context, name, ['chpasswd'], { input, timeoutMs, signal });
  if (exitCode === 0) return;
  if (exitCode === 127) {
    throw new EngineError('refused', 'The system of the server has no command to set passwords (chpasswd).');
  }
  throw new EngineError('refused', 'The system of the server did not accept a new password for root.');
}
