import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  domain_not_verified: {
    code: 'CONFLICT',
    message:
      'The ownership of {domain} is not verified. Set the TXT record in verification first. If verification is null, remove the domain and add it again.',
  },
  vps_of_domain_terminated: {
    code: 'CONFLICT',
    message: 'This server is terminated. Choose another server for the domain.',
  },
  name_has_records: {
    code: 'CONFLICT',
    message:
      'The name {name} has records in your domain {domain} that point elsewhere. Change or remove them first, or choose another name.',
  },
  name_follows_another: {
    code: 'CONFLICT',
    message: 'The name {name} points to another server. Point its domain to this server, or choose another name.',
  },
  zone_busy: { code: 'CONFLICT', message: 'Work on the zone of {domain} is in progress. Wait for its end.' },
  domain_taken: {
    code: 'DOMAIN_ALREADY_EXISTS',
    message: 'The domain {name}, or a domain above or below it, already exists.',
  },
});

export const fieldErrors = defineFieldErrors({
  record_a_malformed: 'must be an IPv4 address, like 192.0.2.10.',
  record_aaaa_malformed: 'must be an IPv6 address, like 2001:db8::10.',
  record_caa_malformed: 'must be flags (0 or 128), a known tag and a value, like 0 issue "ca.example.net".',
  record_host_malformed: 'must be a host name, like shops.example.net.',
  record_mx_malformed: 'must be a preference and a host name, like 10 mail.example.com.',
  record_srv_malformed: 'must be priority, weight, port and a host name, like 10 60 5060 sip.example.com.',
  record_txt_malformed:
    'must be up to 2048 printable ASCII characters; with quotes, each quote and backslash inside needs a backslash.',
  record_still_managed: 'must be omitted to turn a managed record into your own.',
  record_name_malformed: 'must be a name inside the domain, like www, @ or *.',
  record_srv_name: 'must begin with service and protocol, like _sip._tcp.',
  record_cname_of_domain: 'must not be the domain itself for a CNAME.',
  record_points_to_itself: 'must not point to its own name.',
  ttl_out_of_range: 'must be from {min} to {max}.',
  record_repeated: 'is the same as {other}.',
  record_beside_cname: 'has a CNAME record. A CNAME must be the only record of its name.',
  record_ttl_differs: 'must be {ttl}, as for the other {type} records of this name.',
  records_too_long: 'must have at most {max} characters of names and contents in total.',
  not_a_domain: 'must be a domain name, such as example.com.',
});
