import type { Database } from '@hostler/database';
import type { Authenticator, PanelCaller } from '#kernel/http/caller.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Entrance, SessionService } from '../../../sign-in/index.ts';
import { invitationRoutes } from './panel-routes.ts';
import { createInvitationService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  authenticator: Authenticator<PanelCaller>;
  sessions: SessionService;
  entrance: Entrance;
}

/** Accepts invitations by their link. Sending them belongs to the people of an account. */
export function invitationsModule({ db, clock, authenticator, sessions, entrance }: Dependencies): Module {
  const invitations = createInvitationService({ db, clock, sessions });
  return {
    name: 'invitations',
    panelTags: { invitations: 'Invitations to an account.' },
    panelRoutes: invitationRoutes({ db, authenticator, entrance, invitations }),
  };
}
