/** Whose the things are that this tab keeps over a reload: what was typed, and what is followed. */
const KEY = 'hostler.person';
const OURS = 'hostler.';

/** What a tab has kept for the one before is not shown to somebody else who signs in there. */
export function ownTab(personId: number, storage: Storage = sessionStorage): void {
  const before = storage.getItem(KEY);
  if (before !== null && before !== String(personId)) {
    for (const name of Object.keys(storage)) if (name.startsWith(OURS)) storage.removeItem(name);
  }
  storage.setItem(KEY, String(personId));
}
