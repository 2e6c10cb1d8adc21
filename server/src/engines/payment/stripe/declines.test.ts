import { describe, expect, it } from 'vitest';
import { explainDecline } from './declines.ts';

describe('the meaning of a decline', () => {
  it.each([
    ['not enough money', { code: 'card_declined', decline_code: 'insufficient_funds' }, 'soft'],
    ['no reason', { code: 'card_declined', decline_code: 'generic_decline' }, 'soft'],
    ['the bank is away', { code: 'card_declined', decline_code: 'issuer_not_available' }, 'soft'],
    ['a reason that is new', { code: 'something_of_next_year' }, 'soft'],
    ['nothing at all', {}, 'soft'],
    ['stolen', { code: 'card_declined', decline_code: 'stolen_card' }, 'hard'],
    ['expired', { code: 'expired_card' }, 'hard'],
    ['an account that was closed', { code: 'account_closed' }, 'hard'],
    ['the network forbids another try', { decline_code: 'do_not_honor', advice_code: 'do_not_try_again' }, 'hard'],
    ['its owner is wanted', { code: 'authentication_required' }, 'action_required'],
  ] as const)('%s', (_what, decline, kind) => {
    expect(explainDecline(decline)).toEqual({ kind, message: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  it('does not reveal to a customer that a card counts as stolen', () => {
    expect(explainDecline({ decline_code: 'stolen_card' })).toEqual(explainDecline({ decline_code: 'pickup_card' }));
  });
});
