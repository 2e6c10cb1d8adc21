/** Converts typed tags to the form that the API accepts, without repetitions. */
export function toTags(typed: readonly string[]): string[] {
  return [...new Set(typed.map((tag) => tag.trim().toLowerCase().replaceAll(' ', '-')))].filter((tag) => tag !== '');
}
