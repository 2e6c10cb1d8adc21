// Lets stack traces of the built files name the sources. Node's own support reads every map at the start, which takes a
// quarter of it and 10 MB; this one reads a map when a trace that needs it is first asked for.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/\S+\/dist\/[\w-]+\.js):(\d+):(\d+)/;

/** @type {Map<string, SourceMap | undefined>} */
const maps = new Map();

/** @param {string} file */
function readMap(file) {
  if (!maps.has(file)) maps.set(file, tryToRead(file));
  return maps.get(file);
}

/** @param {string} file */
function tryToRead(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

/** @param {string} call */
function nameSource(call) {
  return call.replace(PLACE, (place, file, line, column) => {
    const origin = readMap(file)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place;
  });
}

Error.prepareStackTrace = (error, calls) => {
  // Node's report on the process, which better-sqlite3 asks for at every start, is no failure.
  const name = /** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_SYNTHETIC' ? String : nameSource;
  return [String(error), ...calls.map((call) => `    at ${name(String(call))}`)].join('\n');
};
