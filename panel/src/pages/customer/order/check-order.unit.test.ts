import { expect, it } from 'vitest';
import { checkHostname, checkSshKeys, checkUserData } from './check-order.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFq1 jo@example.com';

it.each(['web1.example.com', ' Web1.Example.com ', 'a', `${'a'.repeat(63)}.example`])(
  'accepts the host name %j',
  (name) => expect(checkHostname(name)).toBeNull(),
);

it.each(['', ' ', 'web_1.example', '-web.example', 'web-.example', 'a..b', 'web 1', `${'a'.repeat(64)}.example`])(
  'refuses the host name %j',
  (name) => expect(checkHostname(name)).toMatch(/web1\.example\.com\.$/),
);

it('names the line of the first invalid SSH key', () => {
  expect(checkSshKeys(`${KEY}\n\n  ${KEY}  \n`)).toBeNull();
  expect(checkSshKeys(`${KEY}\n\nnot a key`)).toMatch(/^Line 3 /);
  expect(checkSshKeys('-----BEGIN OPENSSH PRIVATE KEY-----')).toMatch(/private key/);
});

it('accepts user data of cloud-init and scripts up to 32 KiB', () => {
  for (const good of ['', '  ', '#cloud-config\npackages: []', '#cloud-config\r\na: 1', '#!/bin/sh\ntrue']) {
    expect(checkUserData(good)).toBeNull();
  }
  for (const bad of ['packages: []', ' #!/bin/sh', '#cloud-configuration', `#!${'ä'.repeat(20_000)}`]) {
    expect(checkUserData(bad)).not.toBeNull();
  }
});
