import { type ErrorDetail, validationError } from '#kernel/errors.ts';
import { formatNetwork, parseNetwork } from '#kernel/net/networks.ts';
import { fieldErrors } from '../errors.ts';
import { MAX_RULES, type Rule, type RuleChange } from '../schemas.ts';

type Direction = 'inbound' | 'outbound';
type Details = ErrorDetail[];

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
const PORTS = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/;
const LAST_PORT = 65_535;

/** A checked rule that may still lack its networks. */
type Draft = Omit<Rule, 'networks'> & { readonly networks: string[] | undefined };
type Lists<R> = { readonly [D in Direction]?: R[] | undefined };

/** Checks and normalises the rules of a firewall. Throws VALIDATION_ERROR with all mistakes. */
export function readRules(given: Lists<RuleChange>): Lists<Draft> {
  const details: Details = [];
  const inbound = given.inbound && readList('inbound', given.inbound, details);
  const outbound = given.outbound && readList('outbound', given.outbound, details);
  if (details.length > 0) throw validationError(details);
  return { inbound, outbound };
}

/**
 * Returns the rules with their networks. A rule without networks must be a stored rule for all of them, unchanged: it
 * was sent by a program that is older than the requirement. Throws VALIDATION_ERROR for any other.
 */
export function completeRules(drafts: Lists<Draft>, stored: Lists<Rule> = {}): Lists<Rule> {
  const details: Details = [];
  const complete = (direction: Direction) => {
    const known = new Set(stored[direction]?.map((rule) => JSON.stringify(rule)));
    return drafts[direction]?.map((draft, index): Rule => {
      const rule = { ...draft, networks: draft.networks ?? EVERYWHERE };
      if (!draft.networks && !known.has(JSON.stringify(rule))) {
        details.push(fieldErrors.networks_missing(`${direction}[${index}].networks`));
      }
      return rule;
    });
  };
  const lists = { inbound: complete('inbound'), outbound: complete('outbound') };
  if (details.length > 0) throw validationError(details);
  return lists;
}

/** Throws VALIDATION_ERROR if a firewall has too many rules. */
export function checkCount(inbound: readonly Rule[], outbound: readonly Rule[]): void {
  const count = inbound.length + outbound.length;
  if (count <= MAX_RULES) return;
  const field = inbound.length >= outbound.length ? 'inbound' : 'outbound';
  throw validationError([fieldErrors.too_many_rules(field, { max: MAX_RULES, count })]);
}

function readList(direction: Direction, rules: readonly RuleChange[], details: Details): Draft[] {
  return rules.map((rule, index) => {
    const report = (detail: ErrorDetail) =>
      void details.push({ ...detail, field: `${direction}[${index}].${detail.field}` });
    const { protocol, description = null } = rule;
    const ports = readPorts(rule, report);
    const networks = rule.networks?.map((text, at) => readNetwork(text, `networks[${at}]`, report));
    return { protocol, ports, networks: networks && [...new Set(networks)], description: description || null };
  });
}

function readPorts({ protocol, ports = null }: RuleChange, report: (detail: ErrorDetail) => void) {
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
