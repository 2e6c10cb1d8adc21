import type { Attack, Field } from '../attack.ts';

const LONG_TEXT = 'a'.repeat(12_000);
/** Terms that match no rows, few rows, or all rows. */
const SEARCHES = ['zebra crossing', 'number 199', 'shop is slow', 'e'];
const PER_PAGE = 25;
const MOST_EVENTS = 1_000;
const PIPELINED = 50;

/** Adds an unknown parameter, so that a cache keyed by URL never hits. */
const read = (path: string, lanes: number, name: string): Attack => ({
  name,
  lanes,
  strike: ({ client, hostile }, turn) => client.send({ path: `${path}&fresh=${turn}`, key: hostile.liveKey }),
});

/** Returns a page near the middle, a different one each time. */
function middleOf(rows: number, turn: number): number {
  return Math.max(1, Math.floor(rows / PER_PAGE / 2) - (turn % 100));
}

const readPage = (field: Field, path: string, key: string, rows: number, turn: number) =>
  field.client.send({ path: `${path}per_page=${PER_PAGE}&page=${middleOf(rows, turn)}&fresh=${turn}`, key });

/** Attacks by a customer with a large account, who only reads. */
export const READS: readonly Attack[] = [
  {
    name: 'a ticket with very many long replies',
    lanes: 2,
    strike: ({ client, hostile }) =>
      client.send({ path: `/tickets/show?id=${hostile.longTicketId}`, key: hostile.liveKey }),
  },
  read(`/events?after=0&limit=${MOST_EVENTS}`, 2, 'the feed of large events'),
  {
    name: 'search in a large account',
    lanes: 4,
    strike: ({ client, hostile }, turn) => {
      const search = encodeURIComponent(SEARCHES[turn % SEARCHES.length] ?? '');
      return client.send({ path: `/tickets?search=${search}&fresh=${turn}`, key: hostile.liveKey });
    },
  },
  {
    name: 'pages in the middle of a large account',
    lanes: 4,
    strike: (field, turn) => readPage(field, '/tickets?', field.hostile.liveKey, field.hostile.tickets, turn),
  },
  {
    name: 'filtered lists of backups',
    lanes: 4,
    strike: (field, turn) => {
      const { liveKey, hostingIds, backups } = field.hostile;
      const path = `/backups?hosting_id=${hostingIds[turn % 3]}&${turn % 2 === 0 ? 'status=failed&' : ''}`;
      return readPage(field, path, liveKey, backups / 6, turn);
    },
  },
  {
    name: 'test key: /actions after very many sandbox actions',
    lanes: 4,
    strike: (field, turn) => readPage(field, '/actions?', field.hostile.testKey, field.hostile.sandboxActions, turn),
  },
  {
    name: 'long URLs, pipelined',
    lanes: 4,
    strike: ({ client, hostile }, turn) => {
      const requests = Array.from({ length: PIPELINED }, (_, n) => {
        const path = `/api/v1/databases?fresh=${turn}-${n}${LONG_TEXT}`;
        return `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${hostile.liveKey}\r\n\r\n`;
      });
      return client.pipeline(requests);
    },
  },
];
