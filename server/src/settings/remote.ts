import { ConfigError } from './readers.ts';

/** Another machine whose operator API runs the commands. */
export interface Remote {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

/** Returns undefined if commands work on the database of this machine. */
export function readRemote(env: NodeJS.ProcessEnv): Remote | undefined {
  const { HOSTLER_URL: url, HOSTLER_OPERATOR_KEY: key } = env;
  if (!url && !key) return undefined;
  if (!url || !key) throw new ConfigError('HOSTLER_URL and HOSTLER_OPERATOR_KEY must be set together.');
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new ConfigError('HOSTLER_URL must be like https://hosting.example.com.');
  }
  return { url: parsed.href.replace(/(?<!\/)\/+$/, ''), key };
}
