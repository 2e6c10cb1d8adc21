import { describe, expect, it } from 'vitest';
import { explainDecline } from './declines.ts';

describe('explaining a decline', () => {
  it.each([
    ['insufficient funds', { code: 'card_declined', decline_code: 'insufficient_funds' }, 'soft'],
    ['a decline without a reason', { code: 'card_declined', decline_code: 'generic_decline' }, 'soft'],
    ['an unavailable bank', { code: 'card_declined', decline_code: 'issuer_not_available' }, 'soft'],
    ['an unknown reason', { code: 'something_of_next_year' }, 'soft'],
    ['an empty decline', {}, 'soft'],
    ['a stolen card', { code: 'card_declined', decline_code: 'stolen_card' }, 'hard'],
    ['an expired card', { code: 'expired_card' }, 'hard'],
    ['a closed account', { code: 'account_closed' }, 'hard'],
    [
      'a decline that the network forbids to retry',
      { decline_code: 'do_not_honor', advice_code: 'do_not_try_again' },
      'hard',
    ],
    ['a required authentication', { code: 'authentication_required' }, 'action_required'],
  ] as const)('classifies %s as soft, hard or action_required', (_what, decline, kind) => {
    expect(explainDecline(decline)).toEqual({ kind, message: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  it('does not reveal to the customer that a card is reported stolen', () => {
    expect(explainDecline({ decline_code: 'stolen_card' })).toEqual(explainDecline({ decline_code: 'pickup_card' }));
  });
});
