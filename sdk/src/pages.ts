import type { FeedMeta, Links, Meta } from './generated/types.gen.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly meta: Meta;
  readonly links: Links;
}

/** Some entries of a feed, oldest first. */
export interface FeedPart<Item> {
  readonly data: Item[];
  readonly meta: FeedMeta;
}

/** A list: awaited it is the page that was asked for, iterated it is every item from there on. */
export interface Pages<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {}

/** A feed: awaited it is the next part, iterated it is every entry that there is. */
export interface Feed<Item> extends PromiseLike<FeedPart<Item>>, AsyncIterable<Item> {}

/** What to ask for after this part, if there is more. */
type Continue<Part> = (part: Part) => Record<string, unknown> | undefined;

export const afterPage: Continue<Page<unknown>> = ({ meta, links }) =>
  links.next === null ? undefined : { page: meta.current_page + 1 };

/** A feed that is read newest first goes on backwards. */
export const afterPart: Continue<FeedPart<unknown>> = ({ meta: { has_more, next_before, next_after } }) => {
  if (!has_more) return undefined;
  return next_before === undefined ? { after: next_after } : { before: next_before };
};

/** Asks for nothing until it is awaited or iterated. */
export class Series<Item, Part extends { readonly data: Item[] }> implements PromiseLike<Part>, AsyncIterable<Item> {
  readonly #load: (input: Record<string, unknown>) => Promise<Part>;
  readonly #next: (part: Part) => Record<string, unknown> | undefined;
  #first: Promise<Part> | undefined;

  constructor(
    load: (input: Record<string, unknown>) => Promise<Part>,
    next: (part: Part) => Record<string, unknown> | undefined,
  ) {
    this.#load = load;
    this.#next = next;
  }

  // biome-ignore lint/suspicious/noThenProperty: to be awaited is its purpose.
  then<Kept = Part, Lost = never>(
    onKept?: ((part: Part) => Kept | PromiseLike<Kept>) | null,
    onLost?: ((reason: unknown) => Lost | PromiseLike<Lost>) | null,
  ): Promise<Kept | Lost> {
    this.#first ??= this.#load({});
    return this.#first.then(onKept, onLost);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let input: Record<string, unknown> | undefined = {};
    while (input !== undefined) {
      const part: Part = await this.#load(input);
      yield* part.data;
      input = this.#next(part);
    }
  }
}
