interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface PlacedErrors {
  /** By field of the form, as sentences. */
  readonly errors: Record<string, string>;
  /** The field of the first of them. */
  readonly first: string | undefined;
  /** Whether there are any, and none belongs elsewhere. */
  readonly isAll: boolean;
}

/**
 * Which error of an answer stands at which field of a form. What has a field of its own is told there; what is wrong with the
 * third of several lines is told at the field that has them all.
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
    // Of several at one field, the first.
    errors: Object.fromEntries(placed.toReversed().map(({ path, message }) => [path, message])),
    first: placed[0]?.path,
    isAll: placed.length > 0 && placed.length === details.length,
  };
}

/** `records.3.content` is an error of the field `records`. */
function rootOf(field: string): string {
  return field.split(/[.[]/)[0] ?? field;
}

/** The API says `must be shorter`, of a field that it names before. */
function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
