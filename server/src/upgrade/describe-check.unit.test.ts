import { expect, it } from 'vitest';
import type { UpgradeReport } from './check.ts';
import { describeUpgrade } from './describe-check.ts';

const REPORT: UpgradeReport = {
  version: '0.3.0',
  commit: null,
  from_version: null,
  database: 'SQLite',
  size_bytes: 1024,
  migrations: [],
  estimated_seconds: 0,
  disk: [],
  settings: { unknown: [], changed: [], added: [] },
  notes: [],
  problems: [],
};
const step = (id: string, seconds: number) => ({ id, rows: 12_345, tables: ['tickets'], seconds, breaks: false });

it('describes each step that takes half a second, and counts the others', () => {
  const migrations = [
    step('a-001', 0.4),
    step('a-002', 0.5),
    step('a-003', 12.2),
    step('a-004', 89),
    step('a-005', 91),
  ];
  const text = describeUpgrade({ ...REPORT, migrations, estimated_seconds: 193 });
  expect(text).toContain(
    [
      'Migrations: 5, about 4 minutes in all, estimated from the numbers of rows.',
      '- a-002: 12,345 rows of tickets, less than a second',
      '- a-003: 12,345 rows of tickets, about 13 s',
      '- a-004: 12,345 rows of tickets, about 89 s',
      '- a-005: 12,345 rows of tickets, about 2 minutes',
      'The version before can still use the database afterwards.',
    ].join('\n'),
  );
});

it('names the space, settings, notes and problems', () => {
  const text = describeUpgrade({
    ...REPORT,
    commit: 'abc1234',
    from_version: '0.2.0',
    disk: [{ folder: '/copies', purpose: 'the copy of the data', needed_bytes: 1024, free_bytes: 2048 }],
    settings: {
      unknown: [{ name: 'HOSTLER_PROT', nearest: 'HOSTLER_PORT' }],
      changed: [{ name: 'HOSTLER_PORT', from: '80', to: '8080' }],
      added: ['HOSTLER_NEW'],
    },
    notes: ['Set the price again.'],
    problems: ['The disk is too small.'],
  });
  const [first, none, disk, settings, notes, problems, ...others] = text.split('\n\n');
  expect([first, none, disk, notes, problems, ...others]).toEqual([
    'hostler 0.3.0 (abc1234) would use the database: SQLite, 1 KiB, last migrated by 0.2.0.',
    'Migrations: none.',
    'Disk: up to 1 KiB in /copies for the copy of the data; 2 KiB are free.',
    'Before you upgrade:\n- Set the price again.',
    'The upgrade would fail:\n- The disk is too small.',
  ]);
  expect(settings?.split('\n')).toEqual([
    'Settings: HOSTLER_PROT is not a setting and has no effect. Did you mean HOSTLER_PORT?',
    'Settings: the default of HOSTLER_PORT changes from "80" to "8080".',
    expect.stringMatching(/^Settings: 1 are new since /),
  ]);
});
