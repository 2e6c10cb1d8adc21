import type { Context } from './context.ts';
import { findCulprit, type Guarded, type GuardName, hasGuard, leaveOut } from './guards.ts';
import { pathOf } from './instances.ts';
import { notes } from './spec.ts';
import type { Instance, Settings } from './wire.ts';

/**
 * Makes a change with all guards that the host supports. An unsupported one is omitted and noted on the machine, where
 * `check` finds it. A machine without a guard is better than none.
 */
export async function setGuarded<T>(
  context: Context,
  machine: Guarded,
  change: (guarded: Guarded) => Promise<T>,
  without: Iterable<GuardName> = context.cannot,
): Promise<T> {
  const [given, found] = [[...without], new Set<GuardName>()];
  for (;;) {
    const absent = [...given, ...found].filter((name) => hasGuard(machine, name));
    const { config, devices } = leaveOut(machine, absent);
    const guarded = { config: { ...config, ...noteAbsent(absent) }, devices };
    try {
      const result = await change(guarded);
      for (const name of found) context.cannot.add(name);
      return result;
    } catch (error) {
      const culprit = findCulprit(error, guarded);
      if (!culprit) throw error;
      found.add(culprit);
    }
  }
}

/** Removes a guard from a machine that cannot boot with it, and returns the changed machine. */
export async function loosen(
  context: Context,
  instance: Instance,
  culprit: GuardName,
  signal?: AbortSignal,
): Promise<Instance> {
  const had = instance.config[notes.without]?.split(',').filter((name) => name !== '') ?? [];
  const { config, devices } = leaveOut(instance, [culprit]);
  // An empty value removes a setting; a device is replaced as a whole.
  const gone = Object.keys(instance.config).filter((key) => config[key] === undefined);
  const change = { ...Object.fromEntries(gone.map((key) => [key, ''])), ...noteAbsent([...had, culprit]) };
  await context.operations.run('PATCH', pathOf(instance.name), { body: { config: change, devices }, signal });
  context.cannot.add(culprit);
  return { ...instance, config, devices };
}

function noteAbsent(absent: readonly string[]): Settings {
  return absent.length === 0 ? {} : { [notes.unguarded]: 'true', [notes.without]: absent.join(',') };
}
