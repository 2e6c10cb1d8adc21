import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeviceRequest, HostlerError } from '../../../sdk/src/index.ts';
import type { Program } from '../command.ts';
import { CliError, EXIT, isOutage } from '../failure.ts';
import type { Session } from '../session.ts';

interface DeviceLogin {
  readonly session: Session;
  readonly program: Program;
  readonly environment: 'live' | 'test';
  /** Shows the page, besides its address in the terminal. */
  readonly open: (page: string) => void;
}

/**
 * Requests a key that a person approves in the panel. Only this process knows the verifier, so nobody else can collect
 * the key. Returns undefined if the server is too old for it.
 */
export async function requestKey({ session, program, environment, open }: DeviceLogin): Promise<string | undefined> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const request = await start(session, { challenge, environment, program: `hostctl ${program.version}` });
  if (!request) return undefined;
  const { user_code, verification_uri_complete: page } = check(request);
  program.note(`Open this page and sign in: ${page}`);
  program.note(`Continue there only if the page shows the code ${user_code}`);
  program.onInterrupt(() => 'Cancelled. No key was created.');
  open(page);
  program.progress('Waiting for the page …');
  const key = await collect(session, verifier, request);
  program.progress(undefined);
  return key;
}

async function start(
  { hostler }: Session,
  request: { challenge: string; environment: 'live' | 'test'; program: string },
): Promise<DeviceRequest | undefined> {
  try {
    return await hostler.auth.device.start({ ...request, machine: nameMachine() });
  } catch (error) {
    if (error instanceof HostlerError && error.status === 404) return undefined;
    throw error;
  }
}

/** The page goes to a browser and the code to a terminal, so they must be what they seem to be. */
function check(request: DeviceRequest): DeviceRequest {
  const { user_code, verification_uri_complete: page, interval, expires_in } = request;
  const isRight = /^[A-Z0-9-]{4,20}$/.test(user_code) && /^https?:\/\/[\x21-\x7e]+$/.test(page);
  if (isRight && interval > 0 && expires_in > 0) return request;
  throw new CliError('The server sent an unexpected response.', EXIT.refused);
}

async function collect({ hostler }: Session, verifier: string, request: DeviceRequest): Promise<string> {
  const end = Date.now() + request.expires_in * 1000;
  while (Date.now() < end) {
    await sleep(request.interval * 1000);
    const { status, key } = await hostler.auth.device.collect({ verifier }).catch(passOver);
    if (status === 'denied') throw new CliError('The request was denied in the panel.', EXIT.refused);
    if (status === 'approved' && key) return key;
  }
  throw expired();
}

/** A person takes minutes, in which a server may restart. */
function passOver(error: unknown): { status: 'pending'; key: null } {
  if (isOutage(error)) return { status: 'pending', key: null };
  if (error instanceof HostlerError && error.status === 404) throw expired();
  throw error;
}

function expired(): CliError {
  return new CliError('The code has expired. Sign in again: hostctl login', EXIT.refused);
}

const LONGEST_NAME = 60;

function nameMachine(): string {
  const name = hostname()
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, LONGEST_NAME);
  return name.trim() || 'unknown';
}
