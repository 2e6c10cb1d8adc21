import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type {
  CannedReply,
  StaffTicket,
  StaffTicketWithMessages,
  TicketAssignees,
  TicketQueues,
  TicketWriting,
} from '#operator/generated/types.gen.ts';
import { useMe } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { operatorKey, useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { CannedReply, StaffTicket, StaffTicketWithMessages };

const SECOND = 1_000;
/** No hint reports who is writing. */
const WATCH_MS = 5 * SECOND;

export interface TicketSearch {
  readonly page?: number;
  readonly search?: string;
  readonly queue?: string;
  readonly status?: string;
  readonly department?: string;
  readonly priority?: string;
  readonly account?: string;
}

/** Returns the parameters of the API. Without a queue and a status, the list has the open tickets. */
export function useFilters({ queue, ...search }: TicketSearch) {
  const { person } = useMe();
  if (queue === 'mine') return { ...search, queue: 'open', assignee_id: person?.id };
  if (queue === 'all') return search;
  return { ...search, queue: queue ?? (search.status === undefined ? 'open' : undefined) };
}

export function useTickets(search: TicketSearch) {
  const filters = useFilters(search);
  return useOperatorQuery(
    ['tickets', 'list', filters],
    (signal) => operatorApi.list<StaffTicket>('/tickets', filters, { signal }),
    { keepPrevious: true },
  );
}

export function useQueues() {
  return useOperatorQuery(['tickets', 'queues'], (signal) =>
    operatorApi.get<TicketQueues>('/tickets/queues', {}, { signal }),
  );
}

/** Loads a ticket with its newest messages, and older ones on demand. */
export function useThread(id: number) {
  return useInfiniteQuery({
    queryKey: operatorKey(['tickets', 'show', id]),
    queryFn: ({ pageParam, signal }) =>
      operatorApi.get<StaffTicketWithMessages>('/tickets/show', { id, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((count, { messages }) => count + messages.length, 0);
      return loaded < last.messages_total ? last.messages[0]?.id : undefined;
    },
  });
}

/** Polls for other writers and for newer messages. */
export function useWatch(id: number) {
  return useOperatorQuery(
    ['ticket-watch', id],
    (signal) => operatorApi.get<TicketWriting>('/tickets/writing', { id }, { signal }),
    { refetchInterval: WATCH_MS },
  );
}

export function markWriting(id: number): Promise<unknown> {
  return operatorApi.post('/tickets/writing', {}, { query: { id } });
}

export function useAssignees() {
  return useOperatorQuery(['staff', 'assignees'], (signal) =>
    operatorApi.get<TicketAssignees>('/tickets/assignees', {}, { signal }),
  );
}

interface SentReply {
  readonly message: string;
  readonly last_message_id: number | undefined;
}

export function useReply(id: number, onSent: (written: { id: number }, sent: SentReply) => void) {
  return useOperatorMutation(
    (reply: SentReply) => operatorApi.post<{ id: number }>('/tickets/reply', reply, { query: { id } }),
    { touches: ['tickets'], onSuccess: onSent, onError: useReload() },
  );
}

export function useAddNote(id: number, onAdded: (note: string) => void) {
  return useOperatorMutation(
    (note: string) => operatorApi.post<StaffTicketWithMessages>('/tickets/note', { note }, { query: { id } }),
    { touches: ['tickets'], onSuccess: (_ticket, note) => onAdded(note), onError: () => undefined },
  );
}

export function useCloseTicket(id: number) {
  return useOperatorMutation(
    (last: { message: string | undefined; last_message_id: number | undefined }) =>
      operatorApi.post<StaffTicket>('/tickets/close', last, { query: { id } }),
    { touches: ['tickets'], onError: useReload() },
  );
}

interface Assignment {
  readonly assignee_id: number | undefined;
  readonly expected_assignee_id: number;
}

export function useAssign(id: number) {
  return useOperatorMutation(
    (assignment: Assignment) =>
      operatorApi.post<StaffTicketWithMessages>('/tickets/assign', assignment, { query: { id } }),
    { touches: ['tickets'], onError: useReload() },
  );
}

export function useUpdateTicket(id: number) {
  return useOperatorMutation(
    (change: { priority?: string; department?: string }) =>
      operatorApi.post<StaffTicketWithMessages>('/tickets/update', change, { query: { id } }),
    { touches: ['tickets'], onError: useReload() },
  );
}

/** A refused change often means that a colleague was quicker: the ticket is loaded again. */
function useReload(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: operatorKey(['tickets']) });
}

/** The part of the customer that is shown beside a ticket. */
interface Customer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly suspensions?: readonly { readonly cause: string }[];
  /** Absent for roles that may not read money. */
  readonly balance?: {
    readonly currency: string;
    readonly credit: number;
    readonly due: number;
    readonly overdue: number;
  };
}

export function useCustomer(id: number | undefined) {
  return useOperatorQuery(
    ['accounts', 'show', id],
    (signal) => operatorApi.get<Customer>('/accounts/show', { id }, { signal }),
    { enabled: id !== undefined },
  );
}

const BESIDE = 5;

interface BesideServer {
  readonly id: number;
  readonly hostname: string;
  readonly status: string;
}

export function useServersOf(account: number | undefined) {
  return useOperatorQuery(
    ['hosting', 'beside', account],
    (signal) => operatorApi.list<BesideServer>('/hosting', { account, per_page: BESIDE }, { signal }),
    { enabled: account !== undefined },
  );
}

interface BesideAlert {
  readonly id: number;
  readonly metric: string;
  readonly state: 'firing' | 'resolved';
  readonly message?: string | null;
  readonly started_at: string;
}

export function useAlertsOf(account: number | undefined) {
  return useOperatorQuery(
    ['monitoring', 'beside', account],
    (signal) => operatorApi.list<BesideAlert>('/monitoring/alerts', { account, per_page: BESIDE }, { signal }),
    { enabled: account !== undefined },
  );
}

export function useTicketsOf(account: number | undefined) {
  return useOperatorQuery(
    ['tickets', 'beside', account],
    (signal) => operatorApi.list<StaffTicket>('/tickets', { account, per_page: BESIDE + 1 }, { signal }),
    { enabled: account !== undefined },
  );
}

/** Number of canned replies offered for insertion. Others are found by typing. */
const OFFERED = 50;

export function useCannedReplies(search: { page?: number; search?: string }, per_page?: number) {
  return useOperatorQuery(
    ['canned-replies', search, per_page],
    (signal) => operatorApi.list<CannedReply>('/canned-replies', { ...search, per_page }, { signal }),
    { keepPrevious: true },
  );
}

export function useOfferedReplies(search: string) {
  return useCannedReplies(search === '' ? {} : { search }, OFFERED);
}

export function useSaveCanned() {
  return useOperatorMutation(
    ({ id, ...reply }: { id: number | undefined; title: string; message: string }) =>
      id === undefined
        ? operatorApi.post<CannedReply>('/canned-replies', reply)
        : operatorApi.post<CannedReply>('/canned-replies/update', reply, { query: { id } }),
    { touches: ['canned-replies'], onError: () => undefined },
  );
}

export function useRemoveCanned() {
  return useOperatorMutation(
    (id: number) => operatorApi.post<CannedReply>('/canned-replies/remove', {}, { query: { id } }),
    { touches: ['canned-replies'] },
  );
}
