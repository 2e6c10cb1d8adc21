import type { Readable } from 'node:stream';

/** Sums of the engine's metrics per machine. */
export interface Reading {
  cpuSeconds: number;
  memoryTotalBytes: number;
  memoryAvailableBytes: number | undefined;
  memoryFreeBytes: number;
  memoryCachedBytes: number;
  diskSizeBytes: number;
  diskFreeBytes: number;
  /** Network interfaces by their name inside the machine, without loopback. At most 64. */
  cards: Map<string, Card>;
  diskReadBytes: number;
  diskWriteBytes: number;
}

export interface Card {
  inBytes: number;
  outBytes: number;
}

type Add = (reading: Reading, value: number, labels: string) => void;

/** CPU time of a virtual machine that was idle, or used by others. */
const idleModes = /mode="(idle|iowait|steal)"/;
const deviceLabel = /^device="([^"]*)"/;
/** Root inside can create any number of interfaces. */
const MOST_CARDS = 64;
const rootFilesystem = /mountpoint="\/"/;

/** Returns undefined for loopback, and for interfaces beyond the limit. */
function cardOf({ cards }: Reading, labels: string): Card | undefined {
  const name = deviceLabel.exec(labels)?.[1] ?? '';
  const known = cards.get(name);
  if (known || name === 'lo' || cards.size >= MOST_CARDS) return known;
  const card = { inBytes: 0, outBytes: 0 };
  cards.set(name, card);
  return card;
}

/** By name without the prefix of the product. */
const meanings: Readonly<Record<string, Add>> = {
  cpu_seconds_total: (reading, value, labels) => {
    if (!idleModes.test(labels)) reading.cpuSeconds += value;
  },
  memory_MemTotal_bytes: (reading, value) => {
    reading.memoryTotalBytes = value;
  },
  memory_MemAvailable_bytes: (reading, value) => {
    reading.memoryAvailableBytes = value;
  },
  memory_MemFree_bytes: (reading, value) => {
    reading.memoryFreeBytes = value;
  },
  memory_Cached_bytes: (reading, value) => {
    reading.memoryCachedBytes = value;
  },
  filesystem_size_bytes: (reading, value, labels) => {
    if (rootFilesystem.test(labels)) reading.diskSizeBytes = value;
  },
  filesystem_free_bytes: (reading, value, labels) => {
    if (rootFilesystem.test(labels)) reading.diskFreeBytes = value;
  },
  network_receive_bytes_total: (reading, value, labels) => {
    const card = cardOf(reading, labels);
    if (card) card.inBytes += value;
  },
  network_transmit_bytes_total: (reading, value, labels) => {
    const card = cardOf(reading, labels);
    if (card) card.outBytes += value;
  },
  disk_read_bytes_total: (reading, value) => {
    reading.diskReadBytes += value;
  },
  disk_written_bytes_total: (reading, value) => {
    reading.diskWriteBytes += value;
  },
};

/**
 * The engines escape nothing. NIC names, which the machine chooses, come before its own name, so the last match counts.
 */
const line = /^[a-z]+_(\w+)\{(.*)\} (\S+)/;
/** Many times the size of a normal line; a longer one is discarded. */
const LONGEST_LINE = 64 * 1024;
const nameLabel = /^(?:.*,)?name="([^"]*)"/;

/** Reads the metrics of all machines as a stream, line by line, into one reading each. */
export async function readMetrics(body: Readable): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>();
  let rest = '';
  let isOverlong = false;
  body.setEncoding('utf8');
  for await (const chunk of body as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (isOverlong && lines.length > 0) {
      lines.shift();
      isOverlong = false;
    }
    for (const text of lines) readLine(text, readings);
    isOverlong ||= rest.length > LONGEST_LINE;
    if (isOverlong) rest = '';
  }
  readLine(rest, readings);
  return readings;
}

function readLine(text: string, readings: Map<string, Reading>): void {
  const [, metric = '', labels = '', value] = line.exec(text) ?? [];
  const add = meanings[metric];
  const name = add && nameLabel.exec(labels)?.[1];
  if (!add || name === undefined) return;
  const reading = readings.get(name) ?? makeReading();
  readings.set(name, reading);
  const number = Number(value);
  if (Number.isFinite(number)) add(reading, number, labels);
}

function makeReading(): Reading {
  return {
    cpuSeconds: 0,
    memoryTotalBytes: 0,
    memoryAvailableBytes: undefined,
    memoryFreeBytes: 0,
    memoryCachedBytes: 0,
    diskSizeBytes: 0,
    diskFreeBytes: 0,
    cards: new Map(),
    diskReadBytes: 0,
    diskWriteBytes: 0,
  };
}
