/** Values by key, as a transaction keeps them. */
export type TransactionValues = ReadonlyMap<object, unknown>;

/** A transaction, as far as its values go. */
interface Holder {
  values: TransactionValues;
}

export const NO_VALUES: TransactionValues = new Map();

/**
 * A value that other code keeps with a transaction, for example the trace it belongs to. The database stores it without
 * knowing its type. Each transaction begins with the values that its database was opened with.
 */
export class TransactionValue<T> {
  readonly #otherwise: T;

  constructor(otherwise: T) {
    this.#otherwise = otherwise;
  }

  of({ values }: Holder): T {
    return values.has(this) ? (values.get(this) as T) : this.#otherwise;
  }

  /** Transactions of one database share their first values, so a change copies them. */
  set(transaction: Holder, value: T): void {
    if (this.of(transaction) !== value) transaction.values = new Map(transaction.values).set(this, value);
  }

  /** Returns the values to open a database with. */
  as(value: T): TransactionValues {
    return new Map([[this, value]]);
  }
}
