import type { FeedMeta, Links, Meta } from './generated/types.gen.ts';

/** A page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly meta: Meta;
  readonly links: Links;
}

/** A part of a feed, oldest entry first. */
export interface FeedPart<Item> {
  readonly data: Item[];
  readonly meta: FeedMeta;
}

/** A list: await it for the requested page, or iterate over all items from there on. */
export interface Pages<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {}

/** A feed: await it for the next part, or iterate over all entries. */
export interface Feed<Item> extends PromiseLike<FeedPart<Item>>, AsyncIterable<Item> {}

/** Returns the parameters of the next request, or undefined at the end. */
type Continue<Part> = (part: Part) => Record<string, unknown> | undefined;

export const afterPage: Continue<Page<unknown>> = ({ meta, links }) =>
  links.next === null ? undefined : { page: meta.current_page + 1 };

/** Continues a feed; one that is read newest first continues backwards. */
export const afterPart: Continue<FeedPart<unknown>> = ({ meta: { has_more, next_before, next_after } }) => {
  if (!has_more) return undefined;
  return next_before === undefined ? { after: next_after } : { before: next_before };
};

/** Sends no request until it is awaited or iterated. */
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

  // biome-ignore lint/suspicious/noThenProperty: callers await it.
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
