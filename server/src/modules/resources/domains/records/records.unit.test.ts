import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkZone } from '#engines/dns/zone-rules.ts';
import { toDnsZone } from '../zone.ts';
import { readRecords } from './records.ts';
import { type NewRecord, RECORD_TYPES } from './schemas.ts';

const domain = 'example.com';
const read = (...sent: NewRecord[]) => readRecords(sent, { domain, managed: [] });
const contentOf = (type: string, content: string, name = type === 'SRV' ? '_sip._tcp' : 'www') =>
  read({ name, type, content }).records[0]?.content;
const fieldsOf = (...sent: NewRecord[]) => read(...sent).details.map(({ field }) => field);
const A = { type: 'A', content: '192.0.2.1' };

describe('the name of a record', () => {
  it.each([
    ['@', 'example.com'],
    ['example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    ['www', 'www.example.com'],
    ['a.b', 'a.b.example.com'],
    ['www.example.com', 'www.example.com'],
    ['www.example.com.', 'www.example.com'],
    ['*', '*.example.com'],
    ['*.shop', '*.shop.example.com'],
    ['_dmarc', '_dmarc.example.com'],
    ['Müller', 'xn--mller-kva.example.com'],
    ['notexample.com', 'notexample.com.example.com'],
    ['a'.repeat(63), `${'a'.repeat(63)}.example.com`],
  ])('%s is expanded to %s', (name, whole) => {
    expect(read({ name, ...A })).toMatchObject({ records: [{ name: whole }], details: [] });
  });

  it.each([
    'www.example.net.',
    'example.net.',
    'notexample.com.',
    '.',
    'a..b',
    '.www',
    'www..',
    'a b',
    'a/b',
    'www*',
    'a.*',
    '**',
    '-a',
    'a-',
    '@.www',
    'a\\.b',
    'a'.repeat(64),
    `${'a.'.repeat(121)}aa`,
    '🎉'.repeat(60),
  ])('cannot be %s', (name) => {
    expect(fieldsOf({ name, ...A })).toEqual(['records[0].name']);
  });
});

describe('the content of a record', () => {
  it.each([
    ['A', '192.0.2.1', '192.0.2.1'],
    ['AAAA', '2001:DB8:0:0::1', '2001:db8::1'],
    ['AAAA', '::1', '::1'],
    ['CNAME', 'shops.example.net.', 'shops.example.net.'],
    ['CNAME', 'Shops.example.net', 'shops.example.net.'],
    ['CNAME', 'other', 'other.example.com.'],
    ['CNAME', '@', 'example.com.'],
    ['CNAME', 's1._domainkey.example.net', 's1._domainkey.example.net.'],
    ['CNAME', 'müller.de', 'xn--mller-kva.de.'],
    ['MX', '10 mail.example.com.', '10 mail.example.com.'],
    ['MX', '010  mail', '10 mail.example.com.'],
    ['MX', '0 .', '0 .'],
    ['MX', '65535 @', '65535 example.com.'],
    ['SRV', '10 60 5060 sip', '10 60 5060 sip.example.com.'],
    ['SRV', '0 0 0 .', '0 0 0 .'],
    ['CAA', '0 issue "ca.example.net"', '0 issue "ca.example.net"'],
    ['CAA', '0 ISSUE ca.example.net', '0 issue "ca.example.net"'],
    ['CAA', '128 issuewild ";"', '128 issuewild ";"'],
    ['CAA', '0 iodef "mailto:security@example.com"', '0 iodef "mailto:security@example.com"'],
    ['TXT', 'v=spf1 mx -all', '"v=spf1 mx -all"'],
    ['TXT', '"v=spf1 mx -all"', '"v=spf1 mx -all"'],
    ['TXT', '"one"   "two"', '"one" "two"'],
    ['TXT', 'say "hi" \\o/', '"say \\"hi\\" \\\\o/"'],
    ['TXT', '"say \\"hi\\" \\065"', '"say \\"hi\\" A"'],
    ['TXT', 'x'.repeat(300), `"${'x'.repeat(255)}" "${'x'.repeat(45)}"`],
    ['TXT', `"${'x'.repeat(300)}"`, `"${'x'.repeat(255)}" "${'x'.repeat(45)}"`],
    ['TXT', '""', '""'],
  ])('%s %s is stored as %s and read back unchanged', (type, content, kept) => {
    expect(contentOf(type, content)).toBe(kept);
    expect(contentOf(type, kept)).toBe(kept);
  });

  it.each([
    ['A', '192.0.2.256'],
    ['A', '192.0.2.01'],
    ['A', '192.0.2'],
    ['A', '2001:db8::1'],
    ['A', ' 192.0.2.1'],
    ['AAAA', '192.0.2.1'],
    ['AAAA', 'fe80::1%eth0'],
    ['AAAA', '::ffff:192.0.2.1'],
    ['AAAA', '::192.0.2.1'],
    ['AAAA', '2001:db8::1/64'],
    ['CNAME', '192.0.2.1'],
    ['CNAME', 'a b'],
    ['CNAME', '.'],
    ['CNAME', '*.example.net.'],
    ['CNAME', 'https://example.net'],
    ['CNAME', `${'a.'.repeat(126)}aa`],
    ['MX', 'mail.example.com.'],
    ['MX', '10'],
    ['MX', '65536 mail'],
    ['MX', '-1 mail'],
    ['MX', '10 192.0.2.1'],
    ['MX', '10 mail extra'],
    ['MX', '10 .'],
    ['MX', '10 my_mail.example.com.'],
    ['SRV', '10 60 sip'],
    ['SRV', '10 60 70000 sip'],
    ['CAA', '1 issue "ca.example.net"'],
    ['CAA', '256 issue "ca.example.net"'],
    ['CAA', '0 hello "ca.example.net"'],
    ['CAA', '0 issue'],
    ['CAA', '0 issue "ca.example.net'],
    ['CAA', '0 issue "a"b"'],
    ['CAA', '0 issue two words'],
    ['CAA', '0 iodef "security@example.com"'],
    ['TXT', '"open'],
    ['TXT', '"a"b"'],
    ['TXT', '"a" b'],
    ['TXT', '"a\\'],
    ['TXT', '"\\200"'],
    ['TXT', 'grün'],
    ['TXT', 'x'.repeat(2049)],
  ])('of type %s cannot be %s', (type, content) => {
    expect(fieldsOf({ name: type === 'SRV' ? '_sip._tcp' : 'www', type, content })).toEqual(['records[0].content']);
  });
});

describe('a record', () => {
  it('has a TTL of one hour by default, and at least a minute and at most a week', () => {
    expect(read({ name: '@', ...A }).records[0]?.ttl).toBe(3600);
    for (const ttl of [60, 604_800]) expect(read({ name: '@', ...A, ttl }).records[0]?.ttl).toBe(ttl);
    for (const ttl of [59, 0, -1, 604_801, 1e300]) {
      expect(fieldsOf({ name: '@', ...A, ttl })).toEqual(['records[0].ttl']);
    }
  });

  it.each(['NS', 'SOA', 'PTR', 'a', '', 'constructor', 'ALIAS'])('cannot have the type %s', (type) => {
    expect(fieldsOf({ name: '@', type, content: '192.0.2.1' })).toEqual(['records[0].type']);
  });

  it('of type SRV has a service and a protocol in its name', () => {
    const content = '10 60 5060 sip';
    for (const name of ['_sip._tcp', '_sip._tcp.shop', '_SIP._tcp.example.com']) {
      expect(fieldsOf({ name, type: 'SRV', content })).toEqual([]);
    }
    for (const name of ['sip', '_sip', '_sip.tcp', '@', 'a._sip._tcp']) {
      expect(fieldsOf({ name, type: 'SRV', content })).toEqual(['records[0].name']);
    }
  });

  it('of type CNAME cannot be the domain itself or point to itself', () => {
    for (const name of ['@', 'example.com', 'example.com.']) {
      expect(fieldsOf({ name, type: 'CNAME', content: 'a.example.net.' })).toEqual(['records[0].name']);
    }
    expect(fieldsOf({ name: 'www', type: 'CNAME', content: 'WWW.example.com' })).toEqual(['records[0].content']);
  });
});

describe('a list of records', () => {
  it('reports every invalid record, in order', () => {
    const { details } = read(
      { name: 'www', type: 'FOO', content: 'x' },
      { name: '@', ...A },
      { name: 'a b', type: 'A', content: 'nowhere', ttl: 1 },
      { name: '@', type: 'CNAME', content: 'x.example.net.' },
      { name: '@', ...A },
    );
    expect(details.map(({ field }) => field)).toEqual([
      'records[0].type',
      'records[2].content',
      'records[2].name',
      'records[2].ttl',
      'records[3].name',
      'records[4]',
    ]);
    expect(details.every(({ message }) => message.endsWith('.'))).toBe(true);
  });

  it('refuses duplicates, even in different notation', () => {
    expect(fieldsOf({ name: '@', ...A }, { name: 'example.com.', ...A, ttl: 60 })).toEqual(['records[1]']);
    const text = { name: 'www', type: 'TXT' };
    expect(fieldsOf({ ...text, content: 'a' }, { ...text, content: '"a"' })).toEqual(['records[1]']);
  });

  it('refuses other records with the name of a CNAME', () => {
    const alias = { name: 'www', type: 'CNAME', content: 'a.example.net.' };
    expect(fieldsOf(alias, { name: 'www', ...A })).toEqual(['records[1].name']);
    expect(fieldsOf({ name: 'www', ...A }, alias)).toEqual(['records[0].name']);
    expect(fieldsOf(alias, { ...alias, content: 'b.example.net.' })).toEqual(['records[1].name']);
    expect(fieldsOf(alias, { name: 'shop', ...A })).toEqual([]);
  });

  it('is limited to 262144 characters of names and contents', () => {
    const sent = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ name: `n${number}`, type: 'TXT', content: 'a"'.repeat(1_000) }));
    expect(read(...sent(80)).details).toEqual([]);
    const { details } = read(...sent(400));
    expect(details).toEqual([
      {
        field: 'records',
        message: 'must have at most 262144 characters of names and contents in total.',
        reason: 'records_too_long',
        params: { max: 262144 },
      },
    ]);
    const largest = read(...sent(86));
    expect(largest.details).toEqual([]);
    expect(JSON.stringify(largest.records).length).toBeLessThan(700_000);
  });

  it('requires one TTL per name and type', () => {
    const second = { name: '@', type: 'A', content: '192.0.2.2' };
    expect(fieldsOf({ name: '@', ...A, ttl: 60 }, { ...second, ttl: 61 })).toEqual(['records[1].ttl']);
    expect(fieldsOf({ name: '@', ...A, ttl: 60 }, { ...second, name: 'www', ttl: 61 })).toEqual([]);
  });
});

describe('a managed record', () => {
  const managed = { name: '@', ...A, ttl: 3600, managed: true };
  const known = { ...managed, type: 'A' as const, name: 'example.com', hosting_id: 1 };

  it('is ignored when it is sent back unchanged', () => {
    expect(readRecords([managed], { domain, managed: [known] })).toEqual({ records: [], details: [] });
  });

  it('is refused when it was changed', () => {
    for (const change of [{ content: '192.0.2.9' }, { ttl: 60 }, { name: 'shop' }]) {
      const { details } = readRecords([{ ...managed, ...change }], { domain, managed: [known] });
      expect(details).toMatchObject([{ field: 'records[0].managed' }]);
    }
  });
});

describe('records of a missing domain', () => {
  const readLost = (sent: NewRecord) => readRecords([sent], { domain: undefined, managed: [] }).details;

  it('are refused only if they are invalid for every domain', () => {
    expect(readLost({ name: 'www.example.net.', ...A })).toEqual([]);
    expect(readLost({ name: '@', ...A, managed: true })).toEqual([]);
    expect(readLost({ name: 'www', type: 'A', content: 'x' })).toMatchObject([{ field: 'records[0].content' }]);
    expect(readLost({ name: '@', type: 'CNAME', content: 'a.test.' })).toMatchObject([{ field: 'records[0].name' }]);
  });
});

describe('any random list of records', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '@',
      '*',
      '.',
      '',
      'a',
      'www',
      '_sip._tcp',
      'xn--a',
      'example.com',
      'example.com.',
      'a.example.net.',
    ),
    fc.constantFrom(
      '0',
      '10',
      '65535',
      '65536',
      '128',
      'issue',
      '"',
      '"a"',
      '\\"',
      ';',
      '192.0.2.1',
      '2001:db8::1',
      '::',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('a', '-', '_', '.', '"', '\\', ' ', '0', ':'), maxLength: 300 }),
  );
  const record: fc.Arbitrary<NewRecord> = fc.record(
    {
      name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('.')),
      type: fc.constantFrom(...RECORD_TYPES),
      ttl: fc.constantFrom(60, 300),
      content: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    },
    { requiredKeys: ['name', 'type', 'content'] },
  );

  it('is refused, or becomes a valid zone and reads back unchanged', () => {
    const property = fc.property(fc.array(record, { maxLength: 4 }), (sent) => {
      const { records, details } = read(...sent);
      if (details.length > 0) return;
      checkZone(toDnsZone(domain, ['ns1.host.test'], { managed: [], own: records }));
      expect(read(...records)).toEqual({ records, details: [] });
    });
    fc.assert(property, { numRuns: 3000 });
  });
});
