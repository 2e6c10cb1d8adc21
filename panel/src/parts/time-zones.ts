/** Returns the IANA time zones of the browser; adds UTC, which some browsers leave out. */
export function listTimeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}
