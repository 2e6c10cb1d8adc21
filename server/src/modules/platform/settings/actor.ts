import type { CommandContext } from '#kernel/command.ts';

/** Returns the person or program that changes a setting. */
export function nameActor({ staff }: CommandContext): string {
  if (!staff) return 'command line';
  return staff.email ?? 'operator key';
}
