import { expect, it } from 'vitest';
import { ownTab } from './tab.ts';

/** Storage as in browsers: its entries are its own enumerable keys. */
class Kept {
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(Reflect.get(this, name)) : null;
  }
  setItem(name: string, value: string): void {
    Reflect.set(this, name, value);
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

it('the data of a tab is kept for the same person, and deleted when another person signs in', () => {
  const storage = new Kept() as unknown as Storage;
  ownTab(1, storage);
  for (const name of ['hostler.order', 'hostler.reply.7', 'theirs']) storage.setItem(name, 'typed');
  ownTab(1, storage);
  expect(storage.getItem('hostler.order')).toBe('typed');
  ownTab(2, storage);
  expect(['hostler.order', 'hostler.reply.7', 'theirs'].map((name) => storage.getItem(name))).toEqual([
    null,
    null,
    'typed',
  ]);
});
