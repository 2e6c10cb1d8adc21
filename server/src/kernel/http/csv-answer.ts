import type { FastifyReply, FastifyRequest } from 'fastify';
import { listColumns, writeCsvHeader, writeCsvRows } from '../../../../packages/csv/src/csv.ts';
import { oneByOne } from '../one-by-one.ts';
import { OneOf } from '../schema.ts';
import { Type } from '../type.ts';
import { writeInTurns } from './long-answer.ts';
import type { RequestTurns } from './request-turns.ts';

/** Rows of a download. */
export const MOST_CSV_ROWS = 100_000;

/** Parameter of the lists that can be downloaded. */
export const FORMAT = {
  format: Type.Optional(
    OneOf(['json', 'csv'], {
      default: 'json',
      description: `\`csv\` returns all matching rows, up to ${MOST_CSV_ROWS.toLocaleString('en')}, as text/csv.`,
    }),
  ),
};

interface CsvAnswer {
  /** Path of the list, for the name of the file. */
  readonly path: string;
  readonly pages: AsyncIterator<readonly object[]>;
  /** Returns the part of the rows that the caller may read. */
  show(rows: readonly object[]): readonly object[];
  /** Columns if there are no rows. */
  readonly columns: readonly string[];
  readonly turns: RequestTurns;
  readonly now: number;
}

/**
 * Sends a list as a CSV file, page by page, as fast as the client reads, with other requests between the pages. An error
 * in the first page is an ordinary error response. A later one cuts the response, which clients report as a failed
 * download. If the client disconnects, no further page is read.
 */
export async function answerWithCsv(request: FastifyRequest, reply: FastifyReply, csv: CsvAnswer): Promise<void> {
  const { path, pages, show, turns, now } = csv;
  const read = async () => turns.read(request, async () => pages.next());
  let next = await read();
  const first = next.done ? [] : show(next.value);
  const columns = first.length > 0 ? listColumns(first) : csv.columns;
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${nameFile(path, now)}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': request.id,
    // Proxies that buffer responses would hold a long file.
    'x-accel-buffering': 'no',
  });
  request.server.outgoing.accessLog.note(request, 200, performance.now() - request.startedAt);
  const write = writeInTurns(raw);
  try {
    await write(writeCsvHeader(columns));
    for (let left = MOST_CSV_ROWS; !next.done && left > 0; next = await read()) {
      const rows = show(next.value).slice(0, left);
      left -= next.value.length;
      // Reading a page takes as long as writing it.
      await oneByOne();
      await write(writeCsvRows(rows, columns));
    }
    raw.end();
  } catch (error) {
    // A client that disconnected is no failure.
    if (!raw.destroyed)
      request.server.outgoing.log.error({ request_id: request.id, err: error, path }, 'csv download failed');
    raw.destroy();
  } finally {
    await pages.return?.();
  }
}

/** `/billing/forecast` on 2026-11-30 is `billing-forecast-2026-11-30.csv`. */
function nameFile(path: string, now: number): string {
  return `${path.slice(1).replaceAll('/', '-')}-${new Date(now).toISOString().slice(0, 10)}.csv`;
}
