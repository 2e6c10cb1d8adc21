import { Hostler } from '../../sdk/src/index.ts';
import { type Config, type Context, type Environment, readConfig } from './config.ts';
import { CliError } from './failure.ts';
import { createHttp, type Http, type HttpOptions } from './http.ts';
import { readTextFile } from './options.ts';

/** The server and the key of this process. */
export interface Session {
  readonly url: string;
  readonly token: string;
  readonly hostler: Hostler;
  readonly http: Http;
  readonly ca: string | undefined;
}

export interface Chosen {
  readonly context?: string | undefined;
  readonly sandbox?: boolean | undefined;
  /** File of a certificate authority. */
  readonly ca?: string | undefined;
}

export interface Target {
  readonly url: string;
  /** Without one, only operations that need no key work. */
  readonly token?: string | undefined;
  readonly ca?: string | undefined;
}

type HttpEvents = Pick<HttpOptions, 'onAnswer' | 'onWarning'>;

const TEST_KEY = /^svc_test_/;

export function openSession(env: Environment, chosen: Chosen, events: HttpEvents = {}): Session {
  const target = findTarget(env, readConfig(env), chosen);
  const file = chosen.ca ?? env.HOSTCTL_CA;
  return connect({ ...target, ca: file === undefined ? target.ca : readTextFile(file) }, env, events);
}

export function connect({ url, token = '', ca }: Target, env: Environment, events: HttpEvents = {}): Session {
  const http = createHttp({ ca, env, ...events });
  const credentials = token.startsWith('svc_at_') ? { accessToken: token } : { apiKey: token };
  const known = token === '' ? ({ anonymous: true } as const) : credentials;
  return { url, token, ca, http, hostler: new Hostler({ ...known, baseUrl: url, fetch: http.fetch }) };
}

/** An option wins over the environment, and the environment over the current context. */
export function findTarget(env: Environment, config: Config, { context, sandbox = false }: Chosen): Target {
  const { HOSTCTL_TOKEN: token, HOSTCTL_URL: url } = env;
  if (context === undefined && token) {
    const current = url ? findByUrl(config, url) : findContext(config, env.HOSTCTL_CONTEXT);
    const to = url || current?.url;
    if (to === undefined) throw new CliError('HOSTCTL_TOKEN is set, but HOSTCTL_URL is not.');
    if (sandbox && !TEST_KEY.test(token))
      throw new CliError('--sandbox needs a test key, and HOSTCTL_TOKEN has another.');
    return { url: checkUrl(to), token: checkToken(token), ca: current?.ca };
  }
  // A stored key is never sent to another server than its own.
  const found =
    context === undefined && url ? findByUrl(config, url) : findContext(config, context ?? env.HOSTCTL_CONTEXT);
  if (!found) {
    const address = url ?? 'https://cloud.example.com';
    throw new CliError(`No key for ${url ?? 'a server'}. Sign in first: hostctl login ${address}`);
  }
  const key = sandbox ? found.test_token : (found.token ?? found.test_token);
  if (key === undefined) throw new CliError('--sandbox needs a test key. Get one with: hostctl login --sandbox');
  return { url: checkUrl(found.url), token: checkToken(key), ca: found.ca };
}

function findContext(config: Config, wanted: string | undefined): Context | undefined {
  const name = wanted || config.current;
  if (name === undefined) return undefined;
  const found = Object.hasOwn(config.contexts, name) ? config.contexts[name] : undefined;
  if (!found) throw new CliError(`There is no context ${name}. List contexts with: hostctl context list`);
  return found;
}

/** The current context first: several accounts of one server have the same address. */
function findByUrl(config: Config, url: string): Context | undefined {
  const current = config.current === undefined ? undefined : config.contexts[config.current];
  const all = [...(current ? [current] : []), ...Object.values(config.contexts)];
  return all.find((context) => context.url === checkUrl(url));
}

/** Returns the address without a slash at its end. */
export function checkUrl(text: string): string {
  const given = /^https?:\/\//.test(text) ? text : `https://${text}`;
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new CliError('The address of the server is not valid. Example: https://cloud.example.com');
  }
  if (url.username || url.password) throw new CliError('The address of the server must not have a user or password.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Keys that no header can carry are mistakes, such as the content of another file. */
export function checkToken(token: string): string {
  if (!/^[\x21-\x7e]{8,1000}$/.test(token))
    throw new CliError('The key is not valid. API keys begin with svc_live_ or svc_test_.');
  return token;
}
