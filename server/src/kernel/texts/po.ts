/** A message of a catalogue, with its context. Messages of the panel have none. */
interface Message {
  readonly context: string;
  readonly text: string;
  readonly translation: string;
}

const FIELD = /^(msgctxt|msgid|msgstr) ?(".*")$/;

/** Reads the messages with one of these contexts from a PO file. */
export function readMessages(file: string, contexts: readonly string[]): Message[] {
  const wanted = contexts.map((context) => `\nmsgctxt ${JSON.stringify(context)}\n`);
  return file
    .split(/\n{2,}/)
    .filter((block) => wanted.some((line) => `\n${block}`.includes(line)))
    .map(readMessage);
}

function readMessage(block: string): Message {
  const fields: Record<string, string> = { msgctxt: '', msgid: '', msgstr: '' };
  let field = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('#')) continue;
    const [, name = field, quoted = line] = FIELD.exec(line) ?? [];
    field = name;
    fields[field] += unquote(quoted);
  }
  return { context: fields.msgctxt ?? '', text: fields.msgid ?? '', translation: fields.msgstr ?? '' };
}

/** Escapes of PO files that texts use are those of JSON. */
function unquote(quoted: string): string {
  return quoted.startsWith('"') ? (JSON.parse(quoted) as string) : '';
}
