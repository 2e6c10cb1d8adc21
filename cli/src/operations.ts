/** An operation of the public API, as scripts/cli/describe-operations.ts reads it from the OpenAPI document. */
export interface Operation {
  /** Name of the call in the SDK, such as `domains.records.show`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** `page` and `feed` are read to their end; `list` and `record` are one response. */
  readonly kind: 'page' | 'feed' | 'list' | 'record';
  readonly fields: readonly Field[];
  /** Fields of the returned record, or of each item. */
  readonly columns: readonly string[];
}

/** A field of the input. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object';
  readonly isList?: true;
  readonly isNullable?: true;
  readonly isRequired?: true;
  readonly values?: readonly string[];
  readonly description: string;
}

/** Returns the group of an operation: `domains.records` for `domains.records.show`. */
export function groupOf({ name }: Pick<Operation, 'name'>): string {
  return name.slice(0, name.lastIndexOf('.'));
}
