// Lets stack traces of the built files name the sources. Node's own support reads every map at the start, which takes a
// quarter of it and 45 MB. Here a map is gone through when a trace first has a place in its file, and only that place is kept.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const PLACE = /([^\s(]+\/dist(?:-\w+)?\/[\w-]+\.js):(\d+):(\d+)/;
/** By the code of a letter. */
const DIGITS = new Int8Array(128).fill(-1);
for (const [digit, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  DIGITS[letter.charCodeAt(0)] = digit;
}
const [COMMA, SEMICOLON] = [44, 59];
/** A program has so many places where anything is thrown, and not more. */
const MOST_KNOWN = 10_000;

/** @type {Map<string, string>} */
const known = new Map();

/** @param {string[]} calls */
function nameSources(calls) {
  /** @type {Map<string, string[]>} */
  const unknown = new Map();
  for (const call of calls) {
    const [place, file = ''] = PLACE.exec(call) ?? [];
    if (place !== undefined && !known.has(place)) unknown.set(file, [...(unknown.get(file) ?? []), place]);
  }
  if (known.size > MOST_KNOWN) known.clear();
  for (const [file, places] of unknown) learn(file, places);
  return calls.map((call) => call.replace(PLACE, (place) => known.get(place) ?? place));
}

/**
 * @param {string} file
 * @param {string[]} places
 */
function learn(file, places) {
  try {
    const { mappings, sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    const wanted = places.map((place) => {
      const [line = 0, column = 0] = place.split(':').slice(-2).map(Number);
      return { place, line: line - 1, column: column - 1 };
    });
    walk(mappings, Math.max(...wanted.map(({ line }) => line)), (line, column, source, sourceLine, sourceColumn) => {
      for (const each of wanted) {
        if (each.line !== line || each.column < column) continue;
        known.set(each.place, `${join(file, '..', sources[source])}:${sourceLine + 1}:${sourceColumn + 1}`);
      }
    });
  } catch {
    // Without a map the file is named as it is.
  }
  for (const place of places) if (!known.has(place)) known.set(place, place);
}

/**
 * Goes through the mappings (ECMA-426) up to the end of a line: numbers in base 64, each the difference to the one before.
 * @param {string} mappings
 * @param {number} lastLine
 * @param {(line: number, column: number, source: number, sourceLine: number, sourceColumn: number) => void} tell
 */
function walk(mappings, lastLine, tell) {
  let index = 0;
  let [line, column, source, sourceLine, sourceColumn] = [0, 0, 0, 0, 0];
  while (index < mappings.length && line <= lastLine) {
    const code = mappings.charCodeAt(index);
    if (code === SEMICOLON) {
      line++;
      column = 0;
      index++;
    } else if (code === COMMA) index++;
    else {
      column += read();
      if (!isDigit()) continue;
      source += read();
      sourceLine += read();
      sourceColumn += read();
      // The index of a name.
      if (isDigit()) read();
      tell(line, column, source, sourceLine, sourceColumn);
    }
  }

  function isDigit() {
    return (DIGITS[mappings.charCodeAt(index)] ?? -1) >= 0;
  }

  function read() {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = DIGITS[mappings.charCodeAt(index++)] ?? 0;
      value |= (digit & 31) << shift;
      if (digit < 32) return value & 1 ? -(value >> 1) : value >> 1;
    }
  }
}

Error.prepareStackTrace = (error, calls) => {
  const lines = calls.map(String);
  // Node's report on the process, which better-sqlite3 asks for at every start, is no failure.
  const isFailure = /** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_SYNTHETIC';
  return [String(error), ...(isFailure ? nameSources(lines) : lines).map((line) => `    at ${line}`)].join('\n');
};
