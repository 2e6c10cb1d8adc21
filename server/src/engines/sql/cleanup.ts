/** Undo steps of an operation, run in reverse order, whatever fails. */
export interface Cleanup {
  add(undo: () => unknown): void;
  run(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const steps: (() => unknown)[] = [];
  return {
    add: (undo) => void steps.push(undo),
    async run() {
      for (let undo = steps.pop(); undo; undo = steps.pop()) {
        try {
          await undo();
        } catch {
          // The next operation on the same database removes what is left.
        }
      }
    },
  };
}
