import { expect, it } from 'vitest';
import { readUpgradeNotes } from './notes.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Before you upgrade

- **Prices** are in hundredths. Set \`price\` again,
  times 100 ([how](docs/a.md#b)).
- Breaks: jobs-004.

### Added

- Something.

## [0.2.0] - 2026-12-01

### Before you upgrade

- An older note.

## [0.1.0] - 2026-11-01

### Before you upgrade

- The first note.
`;

it('returns the notes of later versions as plain sentences', () => {
  const newest = ['Prices are in hundredths. Set price again, times 100 (how).', 'Breaks: jobs-004.'];
  expect(readUpgradeNotes('0.2.0', CHANGELOG)).toEqual(newest);
  expect(readUpgradeNotes('0.1.0', CHANGELOG)).toEqual([...newest, 'An older note.']);
  expect(readUpgradeNotes(null, CHANGELOG)).toHaveLength(4);
});

it('finds the notes of this version', () => {
  expect(readUpgradeNotes('0.1.0').length).toBeGreaterThan(3);
  expect(readUpgradeNotes(null, '')).toEqual([]);
});
