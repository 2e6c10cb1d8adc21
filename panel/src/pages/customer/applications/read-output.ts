// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters set colours and positions in terminals.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Returns the text as a terminal would finally show it: without colours and with overwritten lines resolved. */
export function readOutput(text: string): string {
  return text
    .replaceAll(ESCAPES, '')
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .join('\n')
    .trimEnd();
}
