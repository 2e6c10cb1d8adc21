import { defineFieldErrors } from '../define-errors.ts';

export const fieldErrors = defineFieldErrors({
  url_too_long: 'must have at most 2048 characters.',
  url_with_spaces: 'must not contain spaces, control characters or backslashes.',
  url_not_http: 'must begin with https:// or http:// and a host.',
  not_a_url: 'must be a URL, like https://example.com/path.',
  url_with_credentials: 'must not contain a user name or a password.',
  port_not_allowed: 'must not use this port. Choose another one.',
  target_not_public: 'must be a public address that this installation may reach.',
  not_host_and_port: 'must be a host and a port, like example.com:25.',
});
