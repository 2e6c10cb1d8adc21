const TIMEOUT_MS = 10_000;
/** The lists of the public image servers have a few megabytes. */
const LONGEST_LIST = 64 * 1024 * 1024;

interface Index {
  index?: Readonly<Record<string, { datatype?: string; path?: string }>>;
}

interface Products {
  products?: Readonly<Record<string, { aliases?: string; arch?: string }>>;
}

/**
 * Returns the names of all images of a simplestreams server. Returns undefined if it cannot be read from here: the
 * engine may still reach it.
 */
export async function readImageServer(server: string, signal?: AbortSignal): Promise<Set<string> | undefined> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const until = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const names = new Set<string>();
  try {
    const { index = {} } = await read<Index>(server, 'streams/v1/index.json', until);
    for (const { datatype, path } of Object.values(index)) {
      if (datatype !== 'image-downloads' || path === undefined) continue;
      const { products = {} } = await read<Products>(server, path, until);
      for (const { aliases = '', arch } of Object.values(products)) {
        for (const alias of aliases.split(',').map((name) => name.trim())) {
          names.add(alias);
          if (arch) names.add(`${alias}/${arch}`);
        }
      }
    }
    return names;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

async function read<T>(server: string, path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(`${server.replace(/(?<!\/)\/+$/, '')}/${path}`, { signal });
  if (!response.ok || !response.body) throw new Error(`The image server answered ${response.status}.`);
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.length > LONGEST_LIST) throw new Error('The list of images is too long.');
  }
  return JSON.parse(text) as T;
}
