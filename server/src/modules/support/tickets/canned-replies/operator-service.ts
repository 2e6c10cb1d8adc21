import { lockName, type Query, type StaffListRequest } from '@hostler/database';
import { fieldErrors, notFound, validationError } from '#kernel/errors.ts';
import { checkLabel } from '#kernel/name.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { errors } from '../errors.ts';
import * as store from './operator-store.ts';

const MOST = 1_000;
const LONGEST_TITLE = 100;
const LONGEST_MESSAGE = 20_000;

type CannedReply = ReturnType<typeof view>;
export type CannedReplyOperatorService = ReturnType<typeof createCannedReplyOperatorService>;

/** Texts that staff insert into their replies. */
export function createCannedReplyOperatorService({ clock }: { clock: Clock }) {
  function* list(request: StaffListRequest = {}): Query<CannedReply[]> {
    return (yield* store.listReplies(request)).map(view);
  }

  function* create(given: { title: string; message: string }): Query<CannedReply> {
    const { title, message } = check(given);
    yield* lockName('canned replies');
    const { count = 0 } = (yield* store.countReplies({})) ?? {};
    if (count >= MOST) throw errors.too_many_canned_replies({ max: MOST });
    const now = clock.now();
    const created = yield* store.insertReply({ title, message, created_at: now, updated_at: now });
    if (!created) throw titleTaken(title);
    return view(created);
  }

  /** Omitted fields keep their values. */
  function* update({ id, ...given }: { id: number; title?: string | undefined; message?: string | undefined }) {
    yield* lockName('canned replies');
    const found = yield* store.findReply({ id });
    if (!found) throw notFound('Canned reply');
    const { title, message } = check({ title: given.title ?? found.title, message: given.message ?? found.message });
    const same = yield* store.findByTitle({ title });
    if (same && same.id !== id) throw titleTaken(title);
    const updated = yield* store.updateReply({ id, title, message, now: clock.now() });
    return view(updated ?? found);
  }

  /** Returns the reply as it last was. */
  function* remove({ id }: { id: number }): Query<CannedReply> {
    const removed = yield* store.removeReply({ id });
    if (!removed) throw notFound('Canned reply');
    return view(removed);
  }

  return { list, create, update, remove };
}

function check({ title, message }: { title: string; message: string }) {
  const details = checkLabel(title, LONGEST_TITLE, 'title');
  if (message.trim() === '' || message.length > LONGEST_MESSAGE) {
    details.push(fieldErrors.not_length('message', { max: LONGEST_MESSAGE }));
  }
  if (details.length > 0) throw validationError(details);
  return { title: title.trim(), message };
}

function titleTaken(title: string) {
  return errors.canned_reply_title_taken({ title });
}

function view({ created_at, updated_at, ...reply }: store.CannedReplyRow) {
  return { ...reply, created_at: formatTime(created_at), updated_at: formatTime(updated_at) };
}
