/** Session storage key of the person who owns the drafts and followed actions of this tab. */
const KEY = 'hostler.person';
const OURS = 'hostler.';

/** Clears the tab's storage if another person signs in. */
export function ownTab(personId: number, storage: Storage = sessionStorage): void {
  const before = storage.getItem(KEY);
  if (before !== null && before !== String(personId)) {
    for (const name of Object.keys(storage)) if (name.startsWith(OURS)) storage.removeItem(name);
  }
  storage.setItem(KEY, String(personId));
}
