import type { Query } from '@hostler/database';
import type { MailKind } from '#kernel/mail/kinds.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';

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

const OTHERWISE = 'If this was not you, choose a new password immediately and sign out all other sessions.';

/** Changes of a person's ways to sign in. */
export const CHANGES = {
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: ['Your password was changed. All other sessions were signed out.'],
    otherwise: 'If this was not you, reset your password immediately: “Forgot your password?” on the sign-in page.',
  },
  'totp-on': {
    subject: 'Your authenticator app was turned on',
    paragraphs: [
      'Signing in now requires a code from your authenticator app. Keep your recovery codes in a safe place.',
    ],
  },
  'totp-off': {
    subject: 'Your authenticator app was turned off',
    paragraphs: ['Signing in no longer requires a code from your authenticator app.'],
  },
  'recovery-codes-made': {
    subject: 'You have new recovery codes',
    paragraphs: ['Ten new recovery codes were generated. Your previous codes no longer work.'],
  },
  'codes-guessed': {
    subject: 'Your password may be known to someone else',
    paragraphs: [
      'Your correct password was entered, followed by several wrong codes for your second factor. The sign-in was refused.',
    ],
    otherwise: 'If this was not you, choose a new password now.',
  },
  'sign-in': {
    subject: 'A new sign-in to your account',
    paragraphs: ['Your login was used in a new browser.'],
  },
  'lift-cancelled': {
    subject: 'Your second factor is not removed',
    paragraphs: ['You signed in with your second factor. This cancelled its removal, which was requested from staff.'],
  },
  'lift-done': {
    subject: 'Your second factor was removed',
    paragraphs: [
      'As announced a day ago, staff have removed your authenticator app, recovery codes and passkeys. You now sign in with your password alone.',
      'Sign in and set up a new second factor.',
    ],
    otherwise: 'If you did not request this, choose a new password immediately and write to support.',
  },
} satisfies Record<string, Change>;

export type SecurityMails = ReturnType<typeof createSecurityMails>;

/** Notifies people by mail of changes to how they sign in. The mail is queued in the transaction of the change. */
export function createSecurityMails({ mailer, links, clock }: { mailer: Mailer; links: Links; clock: Clock }) {
  function* tell(person: Told, kind: MailKind, change: Change, where?: Whereabouts): Query<void> {
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
        action: action ?? { label: 'Open your security settings', url: links.to('/account/security') },
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
