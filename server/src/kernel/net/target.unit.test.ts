import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './address.ts';
import { parseNetwork } from './networks.ts';
import { checkTargetPlace, checkTargetUrl, type TargetPolicy } from './target.ts';

const PUBLIC_ONLY: TargetPolicy = { deniedNetworks: [], allowedNetworks: [], allowLoopback: false };
const DEMO: TargetPolicy = { deniedNetworks: [], allowedNetworks: [], allowLoopback: true };
const allowing = (...networks: string[]): TargetPolicy => ({
  deniedNetworks: [],
  allowedNetworks: networks.map(parseNetwork),
  allowLoopback: false,
});

/** Every notation of a forbidden address. */
const PRIVATE_HOSTS: Record<string, string[]> = {
  'loopback, plain and short': ['127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '127.255.255.254'],
  'loopback, decimal': ['2130706433'],
  'loopback, octal': ['0177.0.0.1', '017700000001', '00000177.0.0.01'],
  'loopback, hexadecimal': ['0x7f000001', '0x7f.1', '0x7F.0x0.0x0.0x1'],
  'loopback, mixed notations': ['0x7f.0.01', '0177.0.0x1'],
  'loopback, with a dot at the end': ['127.0.0.1.', '0x7f.1.'],
  'loopback, in other digits and dots': ['①②⑦.0.0.1', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1'],
  'loopback, by name': ['localhost', 'LOCALHOST', 'localhost.', 'ⓛocalhost', 'a.localhost', 'a.b.localhost.'],
  'loopback, IPv6': ['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  'IPv4-mapped': ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:10.0.0.1]', '[::ffff:169.254.169.254]'],
  'IPv4-compatible': ['[::127.0.0.1]', '[::7f00:1]', '[::10.0.0.1]', '[::8.8.8.8]'],
  'IPv4-translated': ['[::ffff:0:127.0.0.1]', '[::ffff:0:8.8.8.8]'],
  'NAT64 of a private address': ['[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b::169.254.169.254]'],
  'NAT64 for local use': ['[64:ff9b:1::1]', '[64:ff9b:1::8.8.8.8]'],
  '6to4': ['[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::]'],
  Teredo: ['[2001::1]', '[2001:0:7f00:1::]'],
  'this host': ['0.0.0.0', '0', '0x', '0.1.2.3', '[::]', '[0::0]'],
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '3232235777'],
  'link-local and metadata': ['169.254.169.254', '2852039166', '0xa9fea9fe', '169.254.0.1', '[fe80::1]', '[febf::1]'],
  'carrier NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'unique-local and site-local': ['[fc00::1]', '[fd00:ec2::254]', '[fec0::1]'],
  multicast: ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff0e::1]'],
  'broadcast and reserved': ['255.255.255.255', '4294967295', '240.0.0.1', '192.0.0.1', '192.88.99.1', '[100::1]'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '[2001:2::1]'],
  'not assigned': ['[1::1]', '[4000::1]', '[5f00::1]'],
};

describe('a host and a port', () => {
  it('are refused for a forbidden address, in any notation', () => {
    for (const host of Object.values(PRIVATE_HOSTS).flat()) {
      expect(checkTargetPlace(`${host}:22`, PUBLIC_ONLY), host).toBe(
        'must be a public address that this installation may reach.',
      );
    }
  });

  it('may be any port of a public host', () => {
    for (const place of [
      'example.com:22',
      '8.8.8.8:53',
      '[2606:4700::1111]:443',
      'example.com:65535',
      'münchen.de:25',
    ]) {
      expect(checkTargetPlace(place, PUBLIC_ONLY), place).toBeUndefined();
    }
    expect(checkTargetPlace('10.0.0.1:22', allowing('10.0.0.0/8'))).toBeUndefined();
  });

  it('are both required, and nothing else', () => {
    const wrong = ['example.com', ':22', 'example.com:', 'example.com:0', 'example.com:65536', 'example.com:x'];
    const more = [
      'a@example.com:22',
      'http://example.com:22',
      'example.com:22/a',
      '::1:22',
      'exa mple.com:1',
      '[zz]:1',
    ];
    for (const place of [...wrong, ...more, `${'a'.repeat(300)}.com:22`]) {
      expect(checkTargetPlace(place, PUBLIC_ONLY), place).toBe('must be a host and a port, like example.com:25.');
    }
  });
});

describe('the target of a webhook', () => {
  for (const [what, hosts] of Object.entries(PRIVATE_HOSTS)) {
    it(`cannot be a forbidden address: ${what}`, () => {
      for (const host of hosts) {
        for (const url of [`http://${host}/`, `https://${host}:8443/a?b`]) {
          expect(checkTargetUrl(url, PUBLIC_ONLY), url).toBe(
            'must be a public address that this installation may reach.',
          );
        }
      }
    });
  }

  it('is checked the same in every notation', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }), (octets) => {
        const [a = 0, b = 0, c = 0, d = 0] = octets;
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const dotted = octets.join('.');
        const verdicts = [
          ...[dotted, `${dotted}.`, String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`],
          ...[octets.map((octet) => `0x${octet.toString(16)}`).join('.'), `${a}.${b}.${c * 256 + d}`],
          ...[`0${a.toString(8)}.${(b * 256 + c) * 256 + d}`, `[::ffff:${dotted}]`, `[64:ff9b::${dotted}]`],
        ].map((host) => checkTargetUrl(`http://${host}/`, PUBLIC_ONLY) === undefined);
        expect(new Set(verdicts)).toEqual(new Set([isPublicAddress(dotted)]));
      }),
    );
  });

  it('may be public, by name or by address', () => {
    const hosts = ['example.com', 'hooks.example.com:8443', '8.8.8.8', '100.63.255.255', '172.32.0.1', '1.1'];
    const ipv6 = ['[2606:4700::1111]', '[2a00:1450:4001::1]', '[::ffff:8.8.8.8]', '[64:ff9b::8.8.8.8]'];
    for (const host of [...hosts, ...ipv6])
      expect(checkTargetUrl(`https://${host}/x`, PUBLIC_ONLY), host).toBe(undefined);
  });

  it('must use http or https', () => {
    const others = [
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'javascript:alert(1)',
      'unix:/run/x',
    ];
    for (const url of [
      ...others,
      'example.com',
      '//example.com/',
      'http:example.com',
      'http:/example.com',
      'http:///x',
      '',
    ]) {
      expect(checkTargetUrl(url, PUBLIC_ONLY), url).toMatch(/^must begin with https:/);
    }
  });

  it('must not contain credentials, including ones that disguise the host', () => {
    const urls = [
      'http://u:p@example.com/',
      'http://u@example.com/',
      'http://:p@example.com/',
      'http://example.com@10.0.0.1/',
    ];
    for (const url of urls)
      expect(checkTargetUrl(url, PUBLIC_ONLY), url).toBe('must not contain a user name or a password.');
  });

  it('is refused if URL parsers disagree about the host', () => {
    expect(checkTargetUrl('http://10.0.0.1#@example.com/', PUBLIC_ONLY)).toBeDefined();
    expect(checkTargetUrl('http://10.0.0.1\\@example.com/', PUBLIC_ONLY)).toBeDefined();
    expect(checkTargetUrl('http://exa\nmple.com/', PUBLIC_ONLY)).toBeDefined();
    expect(checkTargetUrl(' http://example.com/', PUBLIC_ONLY)).toBeDefined();
    expect(checkTargetUrl('http://example.com/\0', PUBLIC_ONLY)).toBeDefined();
  });

  it('must be a valid URL', () => {
    for (const host of [
      '256.1.1.1',
      '127.0.0.08',
      '[::1',
      '[fe80::1%25eth0]',
      'a b',
      '4294967296',
      'example.com:99999',
    ]) {
      expect(checkTargetUrl(`http://${host}/`, PUBLIC_ONLY), host).toBeDefined();
    }
    expect(checkTargetUrl(`https://example.com/${'x'.repeat(2_048)}`, PUBLIC_ONLY)).toMatch(/at most 2048/);
  });

  it('must not use a port that fetch refuses', async () => {
    const refused = Array.from({ length: 65_536 }, (_, port) => port).filter(
      (port) => checkTargetUrl(`http://example.com:${port}/`, PUBLIC_ONLY) !== undefined,
    );
    // Port 0, and the 82 of the standard.
    expect(refused).toHaveLength(83);
    for (const port of refused.slice(1)) {
      const failure = await fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error.cause);
      expect(String(failure), String(port)).toContain('bad port');
    }
  });

  it('must not use the port of another protocol', () => {
    for (const port of [0, 22, 25, 465, 587, 6667]) {
      expect(checkTargetUrl(`http://example.com:${port}/`, PUBLIC_ONLY), String(port)).toBe(
        'must not use this port. Choose another one.',
      );
    }
    for (const port of [80, 443, 3000, 8080, 65_535]) {
      expect(checkTargetUrl(`http://example.com:${port}/`, PUBLIC_ONLY), String(port)).toBe(undefined);
    }
  });
});

describe('an installation', () => {
  it('may allow its own networks, and only those', () => {
    const policy = allowing('10.1.0.0/16', 'fd00:1::/32', '192.168.7.7');
    for (const host of ['10.1.2.3', '0x0a010203', '[::ffff:10.1.2.3]', '[fd00:1::5]', '192.168.7.7']) {
      expect(checkTargetUrl(`http://${host}/`, policy), host).toBe(undefined);
    }
    for (const host of ['10.2.0.1', '127.0.0.1', '[fd00:2::5]', '192.168.7.8', '[::10.1.2.3]', '[64:ff9b::10.1.2.3]']) {
      expect(checkTargetUrl(`http://${host}/`, policy), host).toBeDefined();
    }
  });

  it('in demo mode may send to loopback, and to no other private address', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1', '[::ffff:127.0.0.1]']) {
      expect(checkTargetUrl(`http://${host}:9000/`, DEMO), host).toBe(undefined);
    }
    for (const host of ['10.0.0.1', '0.0.0.0', '[::]', '169.254.169.254', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]']) {
      expect(checkTargetUrl(`http://${host}:9000/`, DEMO), host).toBeDefined();
    }
  });
});

describe('an address', () => {
  it('is not public if it is malformed', () => {
    for (const text of ['', 'example.com', '0x8.8', '8.8.8', '8.8.8.8 ', '8.8.8.8/32', '[2606::1]']) {
      expect(isPublicAddress(text), text).toBe(false);
    }
  });

  it('is not public if it has a zone', () => {
    expect(isPublicAddress('fe80::1%eth0')).toBe(false);
  });
});
