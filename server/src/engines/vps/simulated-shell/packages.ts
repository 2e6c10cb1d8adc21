export interface Package {
  version: string;
  commands: readonly string[];
  /** Service that runs after the installation, and its ports. */
  service?: { name: string; ports: readonly number[] };
  /** Dependencies. */
  needs?: readonly string[];
  files?: Readonly<Record<string, string>>;
}

const page = '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>\n';

/** Debian packages that recipes install, with their visible effects. */
export const packages: ReadonlyMap<string, Package> = new Map<string, Package>([
  ['ca-certificates', { version: '20250419', commands: ['update-ca-certificates'] }],
  ['curl', { version: '8.14.1-2', commands: ['curl'] }],
  ['wget', { version: '1.25.0-2', commands: ['wget'] }],
  ['gnupg', { version: '2.4.7-21', commands: ['gpg'] }],
  ['openssl', { version: '3.5.1-1', commands: [] }],
  ['tar', { version: '1.35+dfsg-3', commands: [] }],
  ['cron', { version: '3.0pl1-197', commands: ['cron'], service: { name: 'cron', ports: [] } }],
  ['bzip2', { version: '1.0.8-6', commands: ['bzip2', 'bunzip2'] }],
  ['unzip', { version: '6.0-29', commands: ['unzip'] }],
  ['git', { version: '1:2.47.3-0', commands: ['git'] }],
  ['sqlite3', { version: '3.46.1-7', commands: ['sqlite3'] }],
  ['iproute2', { version: '6.15.0-1', commands: [] }],
  ['wordpress', { version: '6.8.1+dfsg1-1', commands: [], files: { '/usr/share/wordpress/wp-login.php': '' } }],
  ['busybox', { version: '1:1.37.0-6', commands: ['busybox'] }],
  [
    'nginx',
    {
      version: '1.26.3-3',
      commands: ['nginx'],
      service: { name: 'nginx', ports: [80] },
      files: { '/var/www/html/index.nginx-debian.html': page },
    },
  ],
  [
    'apache2',
    {
      version: '2.4.65-1',
      commands: ['apache2', 'apachectl', 'a2enmod', 'a2ensite', 'a2dissite', 'a2dismod', 'a2enconf', 'a2disconf'],
      service: { name: 'apache2', ports: [80] },
      files: { '/var/www/html/index.html': page },
    },
  ],
  ['libapache2-mod-php', { version: '2:8.4+96', commands: [], needs: ['apache2', 'php'] }],
  [
    'caddy',
    {
      version: '2.6.2-12',
      commands: ['caddy'],
      service: { name: 'caddy', ports: [80] },
      files: { '/usr/share/caddy/index.html': page },
    },
  ],
  ['php', { version: '2:8.4+96', commands: ['php', 'phpenmod'] }],
  ['php-cli', { version: '2:8.4+96', commands: ['php'] }],
  ['php-fpm', { version: '2:8.4+96', commands: ['php-fpm'], needs: ['php'] }],
  ...[
    'mysql',
    'pgsql',
    'gd',
    'curl',
    'mbstring',
    'xml',
    'zip',
    'intl',
    'imagick',
    'bcmath',
    'gmp',
    'apcu',
    'bz2',
    'sqlite3',
    'common',
  ].map((name): [string, Package] => [`php-${name}`, { version: '2:8.4+96', commands: [], needs: ['php'] }]),
  [
    'mariadb-server',
    {
      version: '1:11.8.3-0',
      commands: ['mariadb', 'mariadb-admin', 'mariadb-dump', 'mysql'],
      service: { name: 'mariadb', ports: [3306] },
    },
  ],
  ['mariadb-client', { version: '1:11.8.3-0', commands: ['mariadb', 'mariadb-dump', 'mysql'] }],
  [
    'postgresql',
    {
      version: '17+278',
      commands: [
        'psql',
        'pg_isready',
        'pg_lsclusters',
        'pg_dropcluster',
        'pg_ctlcluster',
        'createuser',
        'createdb',
        'dropdb',
        'dropuser',
      ],
      service: { name: 'postgresql', ports: [5432] },
    },
  ],
  ['postgresql-client', { version: '17+278', commands: ['psql', 'pg_isready'] }],
  ['docker.io', { version: '26.1.5+dfsg1-9', commands: ['docker', 'dockerd'], service: { name: 'docker', ports: [] } }],
  ['docker-compose', { version: '2.26.1-4', commands: ['docker-compose'] }],
  ['wireguard-tools', { version: '1.0.20210914-3', commands: ['wg', 'wg-quick'] }],
  ['wireguard', { version: '1.0.20210914-3', commands: [], needs: ['wireguard-tools'] }],
  ['iptables', { version: '1.8.11-2', commands: ['iptables', 'ip6tables'] }],
  ['nftables', { version: '1.1.3-1', commands: ['nft'] }],
  ['qrencode', { version: '4.1.1-2', commands: ['qrencode'] }],
]);

/** Returns a package with its dependencies. */
export function withNeeds(name: string): string[] {
  const { needs = [] } = packages.get(name) ?? {};
  return [...needs.flatMap(withNeeds), name];
}
