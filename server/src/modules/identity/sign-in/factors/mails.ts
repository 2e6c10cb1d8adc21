import type { Query } from '@hostler/database';
import type { MailKind } from '#kernel/mail/kinds.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { DefinedText } from '#kernel/texts/define-texts.ts';
import type { Say } from '#kernel/texts/say.ts';
import type { Clock } from '#kernel/time.ts';
import { texts } from './texts.ts';

/** The person who is notified, and the address. */
export interface Told {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Device and network address of the change. */
export interface Whereabouts {
  readonly device: string;
  readonly address: string;
}

interface Change {
  subject: string;
  /** Sentences that say what happened. */
  paragraphs: readonly string[];
  /** Instructions for a person who did not make the change. */
  otherwise?: string;
  action?: Letter['action'];
}

/** Describes a change in the language of the person. */
export type WriteChange = (say: Say) => Change;

interface Sentences {
  readonly subject: DefinedText<string>;
  readonly paragraphs: readonly DefinedText<string>[];
  readonly otherwise?: DefinedText<string>;
}

/** Changes of a person's ways to sign in, in sentences without placeholders. */
const CHANGES = {
  'password-changed': {
    subject: texts.passwordChangedSubject,
    paragraphs: [texts.passwordChanged],
    otherwise: texts.passwordChangedOtherwise,
  },
  'totp-on': { subject: texts.totpOnSubject, paragraphs: [texts.totpOn] },
  'totp-off': { subject: texts.totpOffSubject, paragraphs: [texts.totpOff] },
  'recovery-codes-made': { subject: texts.recoveryCodesSubject, paragraphs: [texts.recoveryCodes] },
  'codes-guessed': {
    subject: texts.codesGuessedSubject,
    paragraphs: [texts.codesGuessed],
    otherwise: texts.codesGuessedOtherwise,
  },
  'sign-in': { subject: texts.signInSubject, paragraphs: [texts.signIn] },
  'lift-cancelled': { subject: texts.liftCancelledSubject, paragraphs: [texts.liftCancelled] },
  'lift-done': {
    subject: texts.liftDoneSubject,
    paragraphs: [texts.liftDone, texts.liftDoneNext],
    otherwise: texts.liftDoneOtherwise,
  },
} satisfies Record<string, Sentences>;

export type SecurityMails = ReturnType<typeof createSecurityMails>;
type ChangeKind = keyof typeof CHANGES;

/** Notifies people by mail of changes to how they sign in. The mail is queued in the transaction of the change. */
export function createSecurityMails({ mailer, links, clock }: { mailer: Mailer; links: Links; clock: Clock }) {
  function* tell(person: Told, kind: MailKind, change: WriteChange, where?: Whereabouts): Query<void> {
    const now = clock.now();
    yield* mailer.queue({
      kind,
      cause: `${person.id} at ${now}`,
      to: person.email,
      personId: person.id,
      nature: 'notice',
      now,
      letter: (say) => writeChange(person, { ...change(say), now, where }, links, say),
    });
  }

  return {
    tell,
    tellChange: (person: Told, kind: ChangeKind, where?: Whereabouts) => tell(person, kind, describe(kind), where),
  };
}

function describe(kind: ChangeKind): WriteChange {
  const { subject, paragraphs, otherwise }: Sentences = CHANGES[kind];
  return (say) => ({
    subject: say(subject),
    paragraphs: paragraphs.map((text) => say(text)),
    ...(otherwise ? { otherwise: say(otherwise) } : {}),
  });
}

interface Happened extends Change {
  now: number;
  where: Whereabouts | undefined;
}

function writeChange(person: Told, { now, where, ...change }: Happened, links: Links, say: Say): Letter {
  const { subject, paragraphs, otherwise = say(texts.otherwise), action } = change;
  return {
    subject,
    paragraphs: [say(texts.hello, { name: person.name }), ...paragraphs],
    facts: [
      [say(texts.account), person.email],
      [say(texts.time), say.minute(now)],
      ...(where
        ? ([
            [say(texts.device), where.device],
            [say(texts.address), where.address],
          ] as const)
        : []),
    ],
    action: action ?? { label: say(texts.openSecurity), url: links.to('/account/security') },
    notes: [otherwise],
  };
}
