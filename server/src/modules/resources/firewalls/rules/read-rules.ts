import { type ErrorDetail, validationError } from '#kernel/errors.ts';
import { formatNetwork, parseNetwork } from '#kernel/net/networks.ts';
import { fieldErrors } from '../errors.ts';
import { MAX_RULES, type NewRule, type Rule } from '../schemas.ts';

type Direction = 'inbound' | 'outbound';
type Details = ErrorDetail[];

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
  throw validationError([fieldErrors.too_many_rules(field, { max: MAX_RULES, count })]);
}

function readList(direction: Direction, rules: readonly NewRule[], details: Details): Rule[] {
  return rules.map((rule, index) => {
    const report = (detail: ErrorDetail) =>
      void details.push({ ...detail, field: `${direction}[${index}].${detail.field}` });
    const { protocol, description = null } = rule;
    const ports = readPorts(rule, report);
    const networks = (rule.networks ?? EVERYWHERE).map((text, at) => readNetwork(text, `networks[${at}]`, report));
    return { protocol, ports, networks: [...new Set(networks)], description: description || null };
  });
}

function readPorts({ protocol, ports = null }: NewRule, report: (detail: ErrorDetail) => void) {
  if (ports === null) return null;
  if (protocol === 'icmp' || protocol === 'any') {
    report(protocol === 'any' ? fieldErrors.ports_of_any('ports') : fieldErrors.ports_of_icmp('ports'));
    return null;
  }
  const [, first = '', last = first] = PORTS.exec(ports) ?? [];
  const isRange = first !== '' && Number(first) <= Number(last) && Number(last) <= LAST_PORT;
  if (!isRange) report(fieldErrors.ports_malformed('ports'));
  return first === last ? first : `${first}-${last}`;
}

/** Returns the network in its shortest notation with its host bits cleared: `203.0.113.7/24` → `203.0.113.0/24`. */
function readNetwork(text: string, field: string, report: (detail: ErrorDetail) => void): string {
  try {
    return formatNetwork(parseNetwork(text));
  } catch {
    report(fieldErrors.network_malformed(field));
    return text;
  }
}
