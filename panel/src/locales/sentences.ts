/** Fields of records with a sentence of the server. */
const FIELDS = [
  'error',
  'drill_error',
  'explanation',
  'pending_reason',
  'resize_error',
  'status_reason',
  'suspension_reason',
];
/** Fields of an explained amount, such as a line of an invoice, and of its steps. */
const OF_EXPLANATION = ['sentence', 'label', 'value'];

interface Sentence {
  readonly holder: Record<string, unknown>;
  readonly field: string;
  readonly text: string;
}

/**
 * Returns the sentences of the server in a record, in a list of records or in a page of a list. Fields that contain
 * texts of people are left out.
 */
export function* findSentences(answer: unknown, fields: readonly string[] = FIELDS): Generator<Sentence> {
  if (typeof answer !== 'object' || answer === null) return;
  if (Array.isArray(answer)) {
    for (const each of answer) yield* findSentences(each, fields);
    return;
  }
  const holder = answer as Record<string, unknown>;
  // The message of an alert is from the server, that of a ticket is not.
  for (const field of 'metric' in holder ? [...fields, 'message'] : fields) {
    const value = holder[field];
    if (typeof value === 'string') yield { holder, field, text: value };
    else if (Array.isArray(value)) yield* findTexts(value);
    else if (field === 'error') yield* findSentences(value, ['message']);
  }
  yield* findSentences(holder.https);
  yield* findSentences(holder.engine);
  yield* findSentences(holder.explanation, OF_EXPLANATION);

  // Only lists: the `data` of an event is a copy of a record as it was sent.
  for (const list of [holder.data, holder.items, holder.steps, holder.actions]) {
    if (Array.isArray(list)) yield* findSentences(list, fields);
  }
}

/** Returns the texts of a list, such as the missing features of an engine. */
function* findTexts(list: unknown[]): Generator<Sentence> {
  const holder = list as unknown as Record<string, unknown>;
  for (const [index, text] of list.entries()) {
    if (typeof text === 'string') yield { holder, field: String(index), text };
  }
}
