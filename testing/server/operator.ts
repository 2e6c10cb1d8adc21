import type { Query } from '@hostler/database';
import type { Hostler } from '../../server/src/program/hostler.ts';
import type { Operator } from '../../server/src/program/operator.ts';

type Act = (...args: never[]) => unknown;
type Direct<A> = A extends (...args: infer Args) => Query<infer T> ? (...args: Args) => Promise<T> : A;
/** The operator services, each call in its own transaction. */
export type DirectOperator = {
  readonly [Resource in keyof Operator]: {
    readonly [Name in keyof Operator[Resource]]: Direct<Operator[Resource][Name]>;
  };
};

/** Input type of an operator service: `Given<'hosting', 'create'>`. */
export type Given<
  Resource extends keyof Operator,
  Name extends keyof Operator[Resource],
> = Operator[Resource][Name] extends (given: infer G, ...rest: never[]) => unknown ? G : never;

export function actDirectly({ db, operator }: Pick<Hostler, 'db' | 'operator'>): DirectOperator {
  const direct =
    (act: Act) =>
    (...args: never[]) => {
      // A query does nothing until it runs, so creating it once more to check the type is safe.
      const made = act(...args);
      return isQuery(made) ? db.write(() => act(...args) as Query<unknown>) : made;
    };
  return mapValues(operator, (service: object) => mapValues(service, direct)) as unknown as DirectOperator;
}

function isQuery(made: unknown): boolean {
  return typeof made === 'object' && made !== null && Symbol.iterator in made;
}

function mapValues<T, R>(record: object, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value as T)]));
}
