import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  firewalls_not_supported: {
    code: 'CONFLICT',
    message:
      'Firewalls are not available on the engine of this server. Remove the firewall from the request, or contact support.',
  },
  network_cannot_be_turned_off: {
    code: 'CONFLICT',
    message: 'The engine cannot turn off the network of a server. Run hostler firewall-helper on its host.',
  },
  firewall_attached: { code: 'CONFLICT', message: 'This firewall is attached to {servers}. Detach it first.' },
  firewall_of_order: {
    code: 'CONFLICT',
    message: 'An order that is not yet delivered names this firewall. Cancel the order, or wait for its server.',
  },
  too_many_firewalls_of_server: {
    code: 'CONFLICT',
    message: 'Server {id} already has {max} firewalls, the most a server can have. Detach one first.',
  },
  vps_cannot_have_firewall: { code: 'CONFLICT', message: 'This server is {status} and cannot have a firewall.' },
});

export const fieldErrors = defineFieldErrors({
  too_many_rules: 'must have fewer rules: a firewall has at most {max} in total, and this one has {count}.',
  networks_missing: 'must name at least one network. For every address, name 0.0.0.0/0 and ::/0.',
  too_many_networks:
    'must have fewer networks: the rules of all firewalls of a server have at most {max} in total, and these have {count}. A network counts in each rule that names it, and a rule for all addresses has two.',
  too_many_networks_of_server:
    'must leave server {id} with fewer networks: the rules of all its firewalls may have at most {max} in total, and would have {count}. A network counts in each rule that names it, and a rule for all addresses has two.',
  too_many_networks_of_account:
    'must leave this account with fewer networks: the firewall rules of all its servers may have at most {max} in total, and would have {count}. A firewall counts once for each of its servers.',
  ports_of_any: 'must be null, because the protocol any has no ports.',
  ports_of_icmp: 'must be null, because ICMP has no ports.',
  ports_malformed: 'must be a port like 22 or a range like 8000-8100, from 1 to 65535.',
  network_malformed: 'must be a network like 203.0.113.0/24 or 2001:db8::/32, or one address.',
});
