import { AppError, type ErrorDetail, type ErrorFacts, type ErrorParams } from './app-error.ts';
import type { ErrorCode } from './error-codes.ts';

/**
 * Tables of reasons. A module declares its reasons in its `errors.ts`; docs/errors.md lists all of them. A reason is
 * part of the API: its name and its placeholders stay. A message is made from its template, so the two always agree.
 */

type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Params<T extends string> = { readonly [Name in Placeholder<T>]: string | number };

/** Facts that a call site may add. */
type Facts = Pick<ErrorFacts, 'details' | 'headers' | 'transient' | 'cause'>;

interface Entry {
  readonly code: ErrorCode;
  /** Sentences with `{placeholders}`. */
  readonly message: string;
}

export interface Described {
  readonly reason: string;
  readonly template: string;
}

/** Makes the error of one reason. */
export type MakeError<T extends string> = Described & { readonly code: ErrorCode } & ([Placeholder<T>] extends [never]
    ? (facts?: Facts) => AppError
    : (params: Params<T>, facts?: Facts) => AppError);

/** Makes the detail of one field. */
export type MakeDetail<T extends string> = Described &
  ([Placeholder<T>] extends [never]
    ? (field: string) => ErrorDetail
    : (field: string, params: Params<T>) => ErrorDetail);

/** Declares reasons of errors by name. */
export function defineErrors<const T extends Record<string, Entry>>(
  table: T,
): { readonly [Name in keyof T]: MakeError<T[Name]['message']> } {
  const makers = Object.entries(table).map(([reason, { code, message }]) => {
    const fill = compileTemplate(message);
    const make = fill
      ? (params: ErrorParams, facts?: Facts) => new AppError(code, fill(params), { reason, params, ...facts })
      : (facts?: Facts) => new AppError(code, message, { reason, ...facts });
    return [reason, Object.assign(make, { reason, template: message, code })];
  });
  return Object.fromEntries(makers);
}

/** Declares reasons of fields by name. A message continues the name of its field: `must not be empty.` */
export function defineFieldErrors<const T extends Record<string, string>>(
  table: T,
): { readonly [Name in keyof T]: MakeDetail<T[Name]> } {
  const makers = Object.entries(table).map(([reason, template]) => {
    const fill = compileTemplate(template);
    const make = fill
      ? (field: string, params: ErrorParams): ErrorDetail => ({ field, message: fill(params), reason, params })
      : (field: string): ErrorDetail => ({ field, message: template, reason });
    return [reason, Object.assign(make, { reason, template })];
  });
  return Object.fromEntries(makers);
}

/** Returns a function that fills the placeholders of a template; undefined if it has none. */
function compileTemplate(template: string): ((params: ErrorParams) => string) | undefined {
  const [first = '', ...rest] = template.split('{');
  if (rest.length === 0) return undefined;
  const parts = rest.map((part) => {
    const end = part.indexOf('}');
    return { name: part.slice(0, end), text: part.slice(end + 1) };
  });
  return (params) => {
    let message = first;
    for (const { name, text } of parts) message += params[name] + text;
    return message;
  };
}
