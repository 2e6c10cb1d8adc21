import { describe, expect, it } from 'vitest';
import type { BackupKind } from './backup-kind.ts';
import { readFilter } from './filter.ts';
import { createBackupKinds } from './kinds.ts';
import { describeBackups, filterByResource, nameAny } from './schemas.ts';

const declare = (type: string, name: string) => ({ type, name, engines: [type] }) as unknown as BackupKind;
const kinds = createBackupKinds([declare('hosting', 'VPS'), declare('mailbox', 'mailbox'), declare('disk', 'disk')]);

describe('a kind of backup resource', () => {
  it('adds its field, filter, type and name to the schemas by being declared', () => {
    const { Backup, NewBackup } = describeBackups(kinds);
    expect(Backup.properties.resource.properties.type).toMatchObject({ enum: ['hosting', 'mailbox', 'disk'] });
    expect(Object.keys(NewBackup.properties)).toEqual(['hosting_id', 'mailbox_id', 'disk_id', 'name']);
    const description = 'Identifier of the mailbox to back up. Send exactly one of this, `hosting_id`, and `disk_id`.';
    expect(NewBackup.properties).toMatchObject({ mailbox_id: { description } });
    expect(Object.keys(filterByResource(kinds).properties)).toEqual(['hosting_id', 'mailbox_id', 'disk_id']);
    expect(nameAny(kinds)).toBe('a VPS, a mailbox, or a disk');
  });

  it('is read from the body, which must name exactly one resource', () => {
    expect(kinds.readChoice({ mailbox_id: 7, hosting_id: null })).toEqual({ type: 'mailbox', id: 7 });
    for (const body of [{}, { hosting_id: null }, { hosting_id: 1, disk_id: 2 }]) {
      expect(() => kinds.readChoice(body)).toThrow(
        expect.objectContaining({
          details: ['hosting_id', 'mailbox_id', 'disk_id'].map((field) => ({
            field,
            message: 'exactly one of hosting_id, mailbox_id, and disk_id must be given.',
            reason: 'exactly_one_resource',
            params: { fields: 'hosting_id, mailbox_id, and disk_id' },
          })),
        }),
      );
    }
  });

  it('is read from the filter of a list, which may name at most one resource', () => {
    expect(readFilter({}, kinds)).toBeUndefined();
    expect(readFilter({ disk_id: 3 }, kinds)).toEqual({ type: 'disk', id: 3 });
    expect(() => readFilter({ disk_id: 3, mailbox_id: 2 }, kinds)).toThrow(
      'disk_id cannot be combined with mailbox_id.',
    );
  });

  it('that is not declared is refused', () => {
    expect(() => kinds.of({ type: 'tape' })).toThrow('Nobody knows how to back up a tape.');
  });
});
