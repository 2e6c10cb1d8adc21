interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface PlacedErrors {
  /** Error sentences by form field. */
  readonly errors: Record<string, string>;
  /** Field of the first error. */
  readonly first: string | undefined;
  /** True if there are errors and all of them belong to fields of the form. */
  readonly isAll: boolean;
}

/**
 * Assigns the errors of a response to form fields. An error without a field of its own goes to its parent, such as a
 * textarea that holds several lines.
 */
export function placeErrors(
  details: readonly FieldError[],
  fields: readonly string[],
  isShown: (path: string) => boolean,
): PlacedErrors {
  const placed = details
    .filter(({ field }) => fields.includes(rootOf(field)))
    .map(({ field, message }) => ({ path: isShown(field) ? field : rootOf(field), message: toSentence(message) }));
  return {
    // The first error of a field wins.
    errors: Object.fromEntries(placed.toReversed().map(({ path, message }) => [path, message])),
    first: placed[0]?.path,
    isAll: placed.length > 0 && placed.length === details.length,
  };
}

/** Returns the top-level field: `records` for `records.3.content`. */
function rootOf(field: string): string {
  return field.split(/[.[]/)[0] ?? field;
}

/** Converts an API message like `must be shorter` into a sentence. */
function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
