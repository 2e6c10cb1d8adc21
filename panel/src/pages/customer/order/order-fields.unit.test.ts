import { expect, it } from 'vitest';
import { EMPTY_ORDER, toOrder } from './order-fields.ts';

it('sends what was typed: keys line by line, and nothing that is empty', () => {
  expect(toOrder({ ...EMPTY_ORDER, hostname: ' web1.example.com ' })).toEqual({ hostname: 'web1.example.com' });
  expect(
    toOrder({ hostname: 'a.example', image: 'debian/13', ssh_keys: 'ssh-ed25519 A\n\n ssh-rsa B \n', coupon: ' x ' }),
  ).toEqual({
    hostname: 'a.example',
    image: 'debian/13',
    ssh_keys: ['ssh-ed25519 A', 'ssh-rsa B'],
    coupon: 'x',
  });
});
