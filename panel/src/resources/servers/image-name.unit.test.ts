import { expect, it } from 'vitest';
import { imageName } from './image-name.ts';

it.each([
  ['debian/13', 'Debian 13'],
  ['images:debian/13', 'Debian 13'],
  ['ubuntu/24.04/cloud', 'Ubuntu 24.04'],
  ['almalinux/9', 'AlmaLinux 9'],
  ['opensuse/tumbleweed', 'openSUSE tumbleweed'],
  ['own', 'Own'],
])('names the image %s %s', (slug, name) => {
  expect(imageName(slug)).toBe(name);
});
