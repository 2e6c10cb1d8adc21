/** Families whose name is not the slug with a capital letter. */
const FAMILIES: Readonly<Record<string, string>> = {
  almalinux: 'AlmaLinux',
  archlinux: 'Arch Linux',
  centos: 'CentOS',
  freebsd: 'FreeBSD',
  nixos: 'NixOS',
  opensuse: 'openSUSE',
  rockylinux: 'Rocky Linux',
};

/** Returns `Debian 13` for `debian/13`, `images:debian/13` and `debian/13/cloud`. */
export function imageName(slug: string): string {
  const name = slug.slice(slug.indexOf(':') + 1).replace(/\/cloud$/, '');
  const [family = '', ...version] = name.split('/');
  const title = FAMILIES[family.toLowerCase()] ?? family.charAt(0).toUpperCase() + family.slice(1);
  return [title, ...version].join(' ');
}
