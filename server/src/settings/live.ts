/**
 * Returns an object that has the properties of the current value: settings may change while the program runs. Its users
 * must read a property when they need it and not keep its value.
 */
export function live<T extends object>(read: () => T): T {
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(read(), name),
    has: (_target, name) => Reflect.has(read(), name),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor(_target, name) {
      const found = Reflect.getOwnPropertyDescriptor(read(), name);
      return found && { ...found, configurable: true, writable: false };
    },
    set: () => false,
  });
}
