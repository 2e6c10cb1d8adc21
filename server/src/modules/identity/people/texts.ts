import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about the members of an account. */
export const texts = defineTexts('mail', {
  invitedSubject: 'You are invited',
  invitedToSubject: 'You are invited to {account}',
  invited: 'You are invited to work here.',
  invitedTo: 'You are invited to {account}.',
  invitedBy: '{inviter} invites you to work here.',
  invitedByTo: '{inviter} invites you to {account}.',
  someAccount: 'an account',
  someMember: 'A member',
  acceptInvitation: 'Accept the invitation',
  invitationNote:
    'The link works once and expires in 7 days. If you did not expect this invitation, you can ignore this e-mail.',
  offerSubject: 'You are invited to become an owner of {account}',
  offer:
    '{offerer} invites you to become an owner of {account}. Owners have full access, including people and billing.',
  offerWaits: 'Nothing changes until you accept in the panel.',
  openPanel: 'Open the panel',
  newOwnerSubject: '{account} has a new owner',
  newOwner: '{owner} is now an owner of {account}.',
  showPeople: 'Show people',
  removedSubject: 'You were removed from {account}',
  removed: 'You no longer have access to {account}. The API keys that you created in it were revoked.',
});
