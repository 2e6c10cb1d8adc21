import { expect, it } from 'vitest';
import { readMessages } from './po.ts';

const FILE = String.raw`msgid ""
msgstr ""
"Language: de\n"

#: panel.tsx
msgid "Sign in"
msgstr "Anmelden"

#. A note with msgctxt "mail"
#: a/texts.ts
msgctxt "error"
msgid "Wrong"
msgstr "Falsch"

#: a/texts.ts
#: b/texts.ts
msgctxt "mail"
msgid "The \"name\"\n"
"of {it}"
msgstr ""
"Der „Name“ "
"von {it}"

msgctxt "document"
msgid "Open"
msgstr ""
`;

it('reads the messages of the contexts, with quotes and several lines', () => {
  expect(readMessages(FILE, ['mail', 'document'])).toEqual([
    { context: 'mail', text: 'The "name"\nof {it}', translation: 'Der „Name“ von {it}' },
    { context: 'document', text: 'Open', translation: '' },
  ]);
});
