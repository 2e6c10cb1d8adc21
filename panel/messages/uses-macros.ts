/** Returns true if a source uses the macros of Lingui. */
export function usesMacros(code: string): boolean {
  return /from '@lingui\/(?:core|react)\/macro'/.test(code);
}
