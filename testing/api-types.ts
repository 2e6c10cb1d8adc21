// The generated types of the three APIs. For the public API a path is enough: `ApiData` finds the data of its response.
import type { Hostler, OPERATIONS } from '../sdk/src/index.ts';

export type * as OperatorApi from '../panel/src/operator/generated/types.gen.ts';
export type * as PanelApi from '../panel/src/session/generated/types.gen.ts';
/** The event as the document describes it; the SDK's own type knows the data of each event. */
export type { Event } from '../sdk/src/generated/types.gen.ts';
export type * from '../sdk/src/index.ts';

type Operations = typeof OPERATIONS;
type Method = 'GET' | 'POST';

/** Method of the SDK's client with this name, such as `domains.records.show`. */
type CallOf<Api, Name> = Name extends `${infer Group}.${infer Rest}`
  ? CallOf<Api[Group & keyof Api], Rest>
  : Api[Name & keyof Api];

/** Lists and feeds of the SDK are iterable; their responses contain an array. */
type DataOf<Call> = Call extends (...args: never[]) => infer Result
  ? Result extends AsyncIterable<infer Item>
    ? Item[]
    : Awaited<Result>
  : never;

/** Data by request: `GET /tickets/show`. */
type Responses = {
  [Name in keyof Operations as Operations[Name] extends { method: infer M extends Method; path: `/api/v1${infer Path}` }
    ? `${M} ${Path}`
    : never]: DataOf<CallOf<Hostler, Name>>;
};

type PathOf<M extends Method> = keyof Responses extends infer Request
  ? Request extends `${M} ${infer Path}`
    ? Path
    : never
  : never;

/** Path of an operation, with or without a query. */
export type ApiPath<M extends Method> = PathOf<M> | `${PathOf<M>}?${string}`;

/** Data of the response to a request with this method and path; unknown if the path is not known in advance. */
export type ApiData<M extends Method, Path extends string> = Path extends `${infer Bare}?${string}`
  ? ApiData<M, Bare>
  : `${M} ${Path}` extends keyof Responses
    ? Responses[`${M} ${Path}`]
    : unknown;
