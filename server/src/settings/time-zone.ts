import { isTimeZone } from '#kernel/calendar.ts';
import { ConfigError, type Settings } from './readers.ts';

/** Reads the time zone of days, months and years in the books. */
export function readTimeZone(settings: Settings): string {
  const zone = settings.text('HOSTLER_SELLER_TIME_ZONE') ?? 'UTC';
  if (isTimeZone(zone)) return zone;
  throw new ConfigError(
    `HOSTLER_SELLER_TIME_ZONE is ${JSON.stringify(zone)}; it must be a time zone like Europe/Berlin.`,
  );
}
