/** All that this browser knows, as the IANA names them; UTC is not always among them. */
export function listTimeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}
