import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  backup_not_made_yet: {
    code: 'CONFLICT',
    message: 'This backup is not created yet. Restore it once it is completed.',
  },
  backup_being_made: {
    code: 'CONFLICT',
    message: 'This backup is being created. Restore it once it is completed.',
  },
  backup_has_failed: { code: 'CONFLICT', message: 'This backup failed; there is nothing to restore.' },
  backup_being_restored: { code: 'CONFLICT', message: 'This backup is being restored already.' },
  backup_without_checksum: { code: 'CONFLICT', message: 'This backup has no checksum and cannot be trusted.' },
  backup_not_of_vps: { code: 'CONFLICT', message: 'This backup is not of a server. Choose a backup of a server.' },
  backup_not_completed: {
    code: 'CONFLICT',
    message: 'This backup is {status}. Only a completed backup can become a server.',
  },
  backups_not_verifiable: { code: 'CONFLICT', message: 'Backups of a {kind} cannot be verified.' },
  verification_in_progress: {
    code: 'CONFLICT',
    message: 'Another backup of this account is being verified. Verify this one when that has ended.',
  },
  only_completed_verifiable: { code: 'CONFLICT', message: 'Only a completed backup can be verified.' },
  backup_not_failed: { code: 'CONFLICT', message: 'Backup {id} is {status}. Only a failed backup can be retried.' },
  backup_already_retried: { code: 'CONFLICT', message: 'Backup {id} was retried before. Look at the newest backup.' },
  backup_resource_gone: {
    code: 'CONFLICT',
    message: 'The {type} {resource_id} no longer exists, so backup {id} cannot be retried.',
  },
  last_backup_needed: {
    code: 'CONFLICT',
    message: 'This is the last backup of a suspended {kind}. It cannot be removed during the suspension.',
  },
  no_last_backup: { code: 'CONFLICT', message: 'A {kind} cannot have a last backup.' },
  resource_gone_for_backup: { code: 'CONFLICT', message: 'This {kind} no longer exists and cannot be backed up.' },
  schedule_exists: { code: 'CONFLICT', message: 'This {kind} already has a schedule. Change or remove that one.' },
  backup_busy: { code: 'CONFLICT', message: 'This backup is being {doing}. Remove it when that has ended.' },
  backup_target_gone: {
    code: 'CONFLICT',
    message: 'The {kind} of this backup no longer exists, so it cannot be restored.',
  },
});

export const fieldErrors = defineFieldErrors({
  time_of_day_malformed: 'must be a time of day like 03:30.',
  exactly_one_resource: 'exactly one of {fields} must be given.',
  backup_filters_exclude: 'cannot be combined with {other}.',
  required_together: 'is required together with {other}.',
  weekday_only_weekly: 'is only for weekly schedules. Set frequency to weekly, or remove weekday.',
});
