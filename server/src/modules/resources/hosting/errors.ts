import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  vps_cannot_be_backed_up: { code: 'CONFLICT', message: 'This server is {status} and cannot be backed up now.' },
  vps_not_suspended_for_backup: {
    code: 'CONFLICT',
    message: 'This server is {status}. A last backup requires a suspended server.',
  },
  vps_without_subscription: { code: 'CONFLICT', message: 'This VPS is {status}. No subscription can pay for it.' },
  vps_subscription_changed: {
    code: 'CONFLICT',
    message: 'The subscription of VPS {id} was changed concurrently. Check it, then try again.',
  },
  already_being_adopted: { code: 'CONFLICT', message: '{instance} is being adopted already.' },
  machine_of_verification: { code: 'CONFLICT', message: '{name} is deleted when the verification of a backup ends.' },
  machine_already_owned: { code: 'CONFLICT', message: '{name} already belongs to a server with the status {status}.' },
  nothing_to_create: {
    code: 'CONFLICT',
    message: 'Server {id} exists, is terminated, or other work on it is in progress. There is nothing to create.',
  },
  no_network_to_limit: { code: 'CONFLICT', message: 'Server {id} has no machine. There is no network to limit.' },
  restart_needs_running_vps: {
    code: 'VPS_NOT_RUNNING',
    message: 'This server is {status}. Only a running server can be restarted.',
  },
  vps_about_to_be_suspended: {
    code: 'CONFLICT',
    message: 'This server is about to be suspended and cannot be started.',
  },
  engine_without_resize: {
    code: 'CONFLICT',
    message: 'The engine of this server does not support another size. Order a new server instead.',
  },
  vps_cannot_be_resized: { code: 'CONFLICT', message: 'This server is {status} and cannot be resized now.' },
  disk_cannot_shrink: {
    code: 'CONFLICT',
    message: 'The disk of this server has {disk} GB and cannot shrink. Choose a size with at least as much.',
  },
  vps_already_so: { code: 'CONFLICT', message: 'This server is already {status}.' },
  vps_without_network: { code: 'CONFLICT', message: 'This server is {status} and has no network.' },
  not_a_hostname: { code: 'VALIDATION_ERROR', message: '{text} is not a hostname.' },
  vps_state_forbids: { code: 'CONFLICT', message: 'This server is {status} and cannot be {done} now.' },
  vps_busy: { code: 'CONFLICT', message: 'This server is {status}. Wait until that ends.' },
  work_not_started: {
    code: 'CONFLICT',
    message:
      'This work did not start within {seconds} seconds. It stays queued as action {action_id}: check that a server or worker is running, and whether other work on this server comes first.',
  },
});

export const fieldErrors = defineFieldErrors({
  reason_required_with_size_only: 'is required with --size-only.',
  reason_only_with_size_only: 'is only allowed with --size-only.',
  machine_name_malformed: 'must be the name of a machine, like web1.',
  hostname_malformed: 'must be a hostname, like shop.example.com.',
});
