import type { Query } from '../../../kernel/db/query.ts';
import type { Letter } from '../../../kernel/mail/letter.ts';
import type { Links } from '../../../kernel/mail/links.ts';
import type { Mailer } from '../../../kernel/mail/mailer.ts';
import type { Clock } from '../../../kernel/time.ts';

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

const OTHERWISE = 'If this was not you, choose a new password at once and sign out everywhere else.';

/** Changes of a person's ways to sign in. */
export const CHANGES = {
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was changed. Everybody who was signed in elsewhere was signed out.'],
    otherwise: 'If this was not you, ask for a new password at once: “Forgot password” on the sign-in page.',
  },
  'totp-on': {
    subject: 'Codes of an app are asked for when you sign in',
    paragraphs: ['Two-step sign-in with an authenticator app was turned on. Keep your recovery codes in a safe place.'],
  },
  'totp-off': {
    subject: 'Codes of an app are no longer asked for',
    paragraphs: ['Two-step sign-in with an authenticator app was turned off.'],
  },
  'recovery-codes-made': {
    subject: 'You have new recovery codes',
    paragraphs: ['Ten new recovery codes were made. Those before are void.'],
  },
  'codes-guessed': {
    subject: 'Somebody knows your password',
    paragraphs: [
      'Somebody entered your password and then several wrong codes of your second factor. They were not let in.',
    ],
    otherwise: 'If this was not you, choose a new password now: the one you have is known to somebody else.',
  },
  'sign-in': {
    subject: 'A new sign-in to your account',
    paragraphs: ['You signed in with a browser in which you had not signed in before.'],
  },
  'lift-cancelled': {
    subject: 'Your second factor stays',
    paragraphs: ['You signed in with your second factor. So it will not be removed, as staff had been asked to.'],
  },
  'lift-done': {
    subject: 'Your second factor was removed',
    paragraphs: [
      'As announced a day ago, staff have removed your authenticator app, recovery codes and passkeys. Your password alone lets you in now.',
      'Sign in and set up a new one.',
    ],
    otherwise: 'If you did not ask for this, choose a new password at once and answer to whom you know at our company.',
  },
} satisfies Record<string, Change>;

export type Notices = ReturnType<typeof createNotices>;

/** Notifies people by mail of changes to how they sign in. The mail is queued in the transaction of the change. */
export function createNotices({ mailer, links, clock }: { mailer: Mailer; links: Links; clock: Clock }) {
  function* tell(person: Told, kind: string, change: Change, where?: Whereabouts): Query<void> {
    const now = clock.now();
    const { subject, paragraphs, otherwise = OTHERWISE, action } = change;
    yield* mailer.queue({
      kind,
      cause: `${person.id} at ${now}`,
      to: person.email,
      nature: 'notice',
      now,
      letter: {
        subject,
        paragraphs: [`Hello ${person.name},`, ...paragraphs],
        facts: [
          ['Account', person.email],
          ['Time', `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
          ...(where
            ? ([
                ['Device', where.device],
                ['Address', where.address],
              ] as const)
            : []),
        ],
        action: action ?? { label: 'Look at your security settings', url: links.to('/account/security') },
        notes: [otherwise],
      },
    });
  }

  return {
    tell,
    tellChange: (person: Told, kind: keyof typeof CHANGES, where?: Whereabouts) =>
      tell(person, kind, CHANGES[kind], where),
  };
}
