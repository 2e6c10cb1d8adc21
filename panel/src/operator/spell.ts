/** Writes a name of the API for people: `past_due` becomes `Past due`. */
export function spell(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
