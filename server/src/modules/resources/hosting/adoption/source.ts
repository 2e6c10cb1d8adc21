/** Returns one name for a machine: a bare name and one of the default project usually mean the same machine. */
export function normaliseSource(source: string): string {
  return source.replace(/^default\//, '');
}
