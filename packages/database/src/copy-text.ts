/** Rows as PostgreSQL's COPY writes them: values separated by tabs, special characters escaped, `\N` for null. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
const CHARACTERS = Object.fromEntries(Object.entries(ESCAPES).map(([character, written]) => [written, character]));
const ESCAPED = /[\\\b\f\n\r\t\v]/g;

/** The values of a row as text. */
export type TextRow = readonly (string | null)[];

/** Returns the line of a row, including its line break. */
export function encodeRow(values: TextRow): string {
  return `${values.map((value) => (value === null ? '\\N' : value.replace(ESCAPED, toEscape))).join('\t')}\n`;
}

/** Reads a line without its line break. */
export function decodeRow(line: string): TextRow {
  return line.split('\t').map((value) => (value === '\\N' ? null : value.replace(/\\./g, fromEscape)));
}

function toEscape(character: string): string {
  return ESCAPES[character] ?? character;
}

function fromEscape(escaped: string): string {
  return CHARACTERS[escaped] ?? escaped.slice(1);
}

/** Yields the lines of chunks that may end anywhere, without their line breaks. */
export async function* readCopyLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let started: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, end);
      yield (started.length > 0 ? Buffer.concat([...started, piece]) : piece).toString();
      started = [];
      from = end + 1;
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
  }
}
