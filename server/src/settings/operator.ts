import { ConfigError, type Settings } from './readers.ts';

const LONGEST = 100;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Name of the operator. It is shown in lists, so it must be one line of plain text. */
export function readOperator(settings: Settings): string | undefined {
  const name = settings.text('HOSTLER_OPERATOR');
  if (name === undefined || (name.length <= LONGEST && !UNPRINTABLE.test(name))) return name;
  throw new ConfigError(
    `HOSTLER_OPERATOR must be one line of at most ${LONGEST} characters without control characters.`,
  );
}
