import { validationError } from '#kernel/errors.ts';
import { formatNetwork, parseNetwork } from '#kernel/net/networks.ts';
import { MAX_RULES, type NewRule, type Rule } from '../schemas.ts';

type Direction = 'inbound' | 'outbound';
type Details = { field: string; message: string }[];

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
const PORTS = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/;
const LAST_PORT = 65_535;

/** Checks and normalises the rules of a firewall. Throws VALIDATION_ERROR with all mistakes. */
export function readRules<R extends Partial<Record<Direction, readonly NewRule[] | undefined>>>(given: R) {
  const details: Details = [];
  const inbound = given.inbound && readList('inbound', given.inbound, details);
  const outbound = given.outbound && readList('outbound', given.outbound, details);
  if (details.length > 0) throw validationError(details);
  return { inbound, outbound };
}

/** Throws VALIDATION_ERROR if a firewall has too many rules. */
export function checkCount(inbound: readonly Rule[], outbound: readonly Rule[]): void {
  const count = inbound.length + outbound.length;
  if (count <= MAX_RULES) return;
  const field = inbound.length >= outbound.length ? 'inbound' : 'outbound';
  const message = `must have fewer rules: a firewall has at most ${MAX_RULES} in total, and this one has ${count}.`;
  throw validationError([{ field, message }]);
}

function readList(direction: Direction, rules: readonly NewRule[], details: Details): Rule[] {
  return rules.map((rule, index) => {
    const report = (field: string, message: string) =>
      void details.push({ field: `${direction}[${index}].${field}`, message });
    const { protocol, description = null } = rule;
    const ports = readPorts(rule, report);
    const networks = (rule.networks ?? EVERYWHERE).map((text, at) => readNetwork(text, `networks[${at}]`, report));
    return { protocol, ports, networks: [...new Set(networks)], description: description || null };
  });
}

function readPorts({ protocol, ports = null }: NewRule, report: (field: string, message: string) => void) {
  if (ports === null) return null;
  if (protocol === 'icmp' || protocol === 'any') {
    report('ports', `must be null, because ${protocol === 'any' ? 'the protocol any' : 'ICMP'} has no ports.`);
    return null;
  }
  const [, first = '', last = first] = PORTS.exec(ports) ?? [];
  const isRange = first !== '' && Number(first) <= Number(last) && Number(last) <= LAST_PORT;
  if (!isRange) report('ports', 'must be a port like 22 or a range like 8000-8100, from 1 to 65535.');
  return first === last ? first : `${first}-${last}`;
}

/** Returns the network in its shortest notation with its host bits cleared: `203.0.113.7/24` → `203.0.113.0/24`. */
function readNetwork(text: string, field: string, report: (field: string, message: string) => void): string {
  try {
    return formatNetwork(parseNetwork(text));
  } catch {
    report(field, 'must be a network like 203.0.113.0/24 or 2001:db8::/32, or one address.');
    return text;
  }
}
