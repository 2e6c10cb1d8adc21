import { expect, it } from 'vitest';
import { EMPTY_ORDER, toOrder } from './order-fields.ts';

it('sends trimmed values and one SSH key per line, and omits empty fields', () => {
  expect(toOrder({ ...EMPTY_ORDER, hostname: ' web1.example.com ' })).toEqual({
    hostname: 'web1.example.com',
    login: 'password',
  });
  expect(
    toOrder({
      hostname: 'a.example',
      image: 'debian/13',
      login: 'ssh_key',
      ssh_keys: 'ssh-ed25519 A\n\n ssh-rsa B \n',
      save_ssh_keys: true,
      user_data: '#!/bin/sh\n',
      tags: ['web'],
      firewall_ids: ['7', '12'],
      coupon: ' x ',
    }),
  ).toEqual({
    hostname: 'a.example',
    image: 'debian/13',
    login: 'ssh_key',
    ssh_keys: ['ssh-ed25519 A', 'ssh-rsa B'],
    save_ssh_keys: true,
    user_data: '#!/bin/sh\n',
    tags: ['web'],
    firewall_ids: [7, 12],
    coupon: 'x',
  });
});

it('sends no SSH key with the login by password', () => {
  const fields = { ...EMPTY_ORDER, hostname: 'a.example', ssh_keys: 'ssh-ed25519 A' };
  expect(toOrder({ ...fields, login: 'password' })).toEqual({ hostname: 'a.example', login: 'password' });
});
