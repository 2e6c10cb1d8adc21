import { toPostgresStatement } from '../dialect.ts';
import type { SqlValue, Statement } from '../statement.ts';
import type { Judge, Request } from './connection.ts';
import type { Entry, Part } from './group-line.ts';

interface Asked {
  readonly part: Part;
  readonly judge: Judge;
  readonly accountId: SqlValue;
}

interface Question {
  readonly request: Request;
  readonly asked: readonly Asked[];
}

/**
 * Checks that may refuse the writes of a group. Equal checks run once, and for all accounts together if the statement
 * supports it.
 */
export class Questions {
  #all = new Map<string, Question>();

  ask(request: Request, part: Part, judge: Judge): void {
    const { statement, values = [] } = request;
    const accountId = values[statement?.accountIndex ?? -1] ?? null;
    const others = statement && isOfMany(statement) ? values.toSpliced(statement.accountIndex, 1) : values;
    const key = JSON.stringify([request.name, others]);
    const known = this.#all.get(key);
    this.#all.set(key, { request, asked: [...(known?.asked ?? []), { part, judge, accountId }] });
  }

  /** Drops the checks of a body. */
  forget(part: Part): void {
    for (const [key, { request, asked }] of this.#all) {
      const left = asked.filter((each) => each.part !== part);
      if (left.length === 0) this.#all.delete(key);
      else this.#all.set(key, { request: withAccount(request, left[0]?.accountId ?? null), asked: left });
    }
  }

  release(): Entry[] {
    const entries = [...this.#all.values()].map(toEntry);
    this.#all = new Map();
    return entries;
  }
}

function isOfMany({ text }: Statement): boolean {
  return text.includes('{one of ');
}

function withAccount(request: Request, account: SqlValue): Request {
  const { statement, values = [] } = request;
  return statement && isOfMany(statement)
    ? { ...request, values: values.with(statement.accountIndex, account) }
    : request;
}

function toEntry({ request, asked }: Question): Entry {
  const accounts = [...new Set(asked.map(({ accountId }) => accountId))];
  const part = asked[0]?.part;
  if (accounts.length === 1) return { request, part, judge: (rows) => judgeEach(asked, () => rows) };
  return {
    request: { ...withAccount(request, `{${accounts.join()}}`), ...nameOfMany(request) },
    part,
    judge(rows: never[]) {
      const byAccount = Map.groupBy(rows as { account_id: number }[], ({ account_id }) => account_id as SqlValue);
      judgeEach(asked, ({ accountId }) => (byAccount.get(accountId) ?? []) as never[]);
    },
  };
}

function judgeEach(asked: readonly Asked[], rowsOf: (each: Asked) => never[]): void {
  for (const each of asked) each.judge(rowsOf(each));
}

const ONE_OF = /\{one of (\$\d+)\}/g;
const texts = new WeakMap<Statement, string>();

function nameOfMany({ name = '', text: one, statement }: Request): Pick<Request, 'name' | 'text'> {
  if (!statement) return { name, text: one };
  const text = texts.get(statement) ?? toPostgresStatement(statement.text.replace(ONE_OF, '= any(cast($1 as _int8))'));
  texts.set(statement, text);
  return { name: `${name}m`, text };
}
