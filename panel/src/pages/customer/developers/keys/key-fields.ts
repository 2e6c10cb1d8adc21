import { t } from '@lingui/core/macro';
import { applyPreset, READ_ONLY } from '#parts/scopes/scopes.ts';
import type { Membership } from '#session/generated/types.gen.ts';
import type { Environment } from '#session/place.ts';
import type { KeyInput } from './queries.ts';
import { texts } from './texts.ts';

/** Form values, converted to API input by `toInput`. */
export interface KeyFields extends Record<string, unknown> {
  name: string;
  environment: Environment;
  scopes: string[];
  rate_limit: number | string;
  expires_at: string;
  /** Networks, one per line. */
  allowed_networks: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const EXPIRIES = [
  { value: 'never', label: t`Never` },
  { value: '7', label: t`In 7 days` },
  { value: '30', label: t`In 30 days` },
  { value: '90', label: t`In 90 days` },
  { value: '365', label: t`In a year` },
];

type Grants = Pick<Membership, 'scopes' | 'sandbox_scopes' | 'unpaid'>;

/** Returns the first values of the form. An account that has not paid yet can only have keys for the sandbox. */
export function emptyKey(account: Grants, wanted: Environment): KeyFields {
  const environment = account.unpaid ? 'test' : wanted;
  return {
    name: '',
    environment,
    scopes: applyPreset(READ_ONLY, scopesIn(account, environment)),
    rate_limit: '',
    expires_at: 'never',
    allowed_networks: '',
  };
}

/** An account that has not paid yet has more scopes in the sandbox. */
export function scopesIn({ scopes, sandbox_scopes }: Grants, environment: Environment): readonly string[] {
  return environment === 'test' ? sandbox_scopes : scopes;
}

const NETWORK = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)(\/\d{1,3})?$/i;

/** Returns the first reason why the form cannot be sent yet, so that no press of the button is refused. */
export function whatIsMissing({ name, scopes, allowed_networks, rate_limit }: KeyFields): string | undefined {
  if (name.trim() === '') return texts.noName;
  if (scopes.length === 0) return texts.noScopes;
  if (rate_limit !== '' && !(Number.isInteger(Number(rate_limit)) && Number(rate_limit) >= 1)) return texts.badRate;
  if (readNetworks(allowed_networks).some((network) => !NETWORK.test(network))) return texts.badNetworks;
  return undefined;
}

function readNetworks(lines: string): string[] {
  return lines.split(/[\s,]+/).filter(Boolean);
}

/** Converts the form to API input; empty fields are omitted, so that the server applies its defaults. */
export function toInput(fields: KeyFields, now: number): KeyInput {
  const { name, environment, scopes, rate_limit, expires_at } = fields;
  const networks = readNetworks(fields.allowed_networks);
  return {
    name,
    environment,
    scopes,
    ...(rate_limit === '' ? {} : { rate_limit: Number(rate_limit) }),
    ...(expires_at === 'never' ? {} : { expires_at: new Date(now + Number(expires_at) * DAY_MS).toISOString() }),
    ...(networks.length === 0 ? {} : { allowed_networks: networks }),
  };
}
