/**
 * Tables of texts for mails, documents and pages. A module declares its texts in its `texts.ts`, in English and ICU syntax.
 * `npm run messages` adds them to the catalogue of every language.
 */

/** Tells translators where a text is read, and keeps equal words with other meanings apart. */
export type TextContext = 'mail' | 'document' | 'page';

/** Names of the placeholders of a text, also within the cases of a plural. */
type Placeholder<T extends string> = T extends `${string}{${infer Inner}}${infer Rest}`
  ? NamesIn<Inner> | Placeholder<Rest>
  : never;
type NamesIn<Inner extends string> = Inner extends `${infer Before}{${infer After}`
  ? NameOf<Before> | NamesIn<After>
  : NameOf<Inner>;
type NameOf<T extends string> = T extends `${infer Name},${string}` ? Word<Name> : Word<T>;
/** Names begin with a small letter. A case of a plural or a select has several words, a `#` or a capital letter. */
type Word<T extends string> = T extends '' | `${string} ${string}` | `${string}#${string}`
  ? never
  : T extends Uncapitalize<T>
    ? T
    : never;

export type TextParams<T extends string> = { readonly [Name in Placeholder<T>]: string | number };

export interface DefinedText<T extends string = string> {
  readonly context: TextContext;
  /** English, in ICU syntax. */
  readonly template: T;
}

/** Declares texts by name. */
export function defineTexts<const T extends Record<string, string>>(
  context: TextContext,
  table: T,
): { readonly [Name in keyof T]: DefinedText<T[Name]> } {
  const entries = Object.entries(table).map(([name, template]) => [name, { context, template }]);
  return Object.fromEntries(entries);
}
