import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import { type Clock, formatOptionalTime } from '#kernel/time.ts';
import type { Config } from '#settings/config.ts';
import { SERVER_VARIABLES, SETTINGS, type Setting } from './catalogue.ts';
import { errors, fieldErrors } from './errors.ts';
import { type CheckSettings, nameOf, toValues } from './live-settings.ts';
import { listStored, type StoredRow, saveStored, takeRevision } from './store.ts';

const LONGEST_VALUE = 500;
/** Longest old or new value in the audit log. */
const LONGEST_AUDITED = 80;

export interface SettingRecord {
  id: number;
  name: string;
  group: string;
  label: string;
  description: string;
  type: Setting['type'] | 'presence';
  choices: readonly string[] | null;
  /** Null if it is not set and has no default, and for variables of the server. */
  value: string | null;
  default: string | null;
  source: 'environment' | 'stored' | 'default';
  /** The environment variable. If it is set, the setting cannot be changed here. */
  variable: string;
  can_change: boolean;
  revision: number;
  changed_at: string | null;
  changed_by: string | null;
}

interface Change {
  /** Values by name. An empty text removes the stored value. */
  values: Readonly<Record<string, string | number | undefined>>;
  /** Highest revision that the caller has seen. */
  revision?: number | undefined;
  changed_by: string;
}

interface Dependencies {
  clock: Clock;
  /** With the current values. */
  config: Config;
  check: CheckSettings;
}

export type SettingOperatorService = ReturnType<typeof createSettingOperatorService>;

export function createSettingOperatorService({ clock, config, check }: Dependencies) {
  const { source } = config;

  /** Returns all settings in the order of the groups, then which variables of the server are set. */
  function* list(): Query<SettingRecord[]> {
    const rows = yield* listStored();
    const changeable = SETTINGS.map((setting, index) => view(setting, index + 1, rows));
    return [
      ...changeable,
      ...SERVER_VARIABLES.map((variable, index) => viewVariable(variable, changeable.length + index + 1)),
    ];
  }

  /**
   * Stores values. All are checked together, and all or none are stored. Throws CONFLICT if another change was made to
   * one of them after `revision`; changes to other settings do not matter.
   */
  function* set({ values, revision: seen, changed_by }: Change): Query<{ revision: number; changed: SettingRecord[] }> {
    const given = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ setting: findSetting(name), value: String(value).trim() || null }],
    );
    refuseFixed(given);
    // Waits for a concurrent change before it reads.
    const revision = yield* takeRevision();
    const before = yield* listStored();
    const stale = given.filter(({ setting }) => seen !== undefined && revisionOf(setting, before) > seen);
    if (stale.length > 0) {
      const names = stale.map(({ setting }) => setting.label).join(', ');
      throw errors.settings_changed_meanwhile({ names });
    }
    const changes = given.filter(({ setting, value }) => value !== (findRow(setting, before)?.value ?? null));
    const stored = toValues([...changes.map(({ setting, value }) => ({ name: setting.name, value })), ...before]);
    checkAll(stored);
    const now = clock.now();
    for (const { setting, value } of changes) {
      const old = findRow(setting, before)?.value ?? null;
      yield* saveStored({ name: setting.name, value, revision, changed_at: now, changed_by });
      const label = `${setting.name}: ${shorten(old)} → ${shorten(value)}`;
      yield* audit({ record: { type: 'settings', id: revision, label }, changed: [setting.name], now });
    }
    const after = yield* listStored();
    return { revision, changed: given.map(({ setting }) => view(setting, SETTINGS.indexOf(setting) + 1, after)) };
  }

  /** Removes a stored value, so that the default applies. */
  function* reset({ name, changed_by }: { name: string; changed_by: string }): Query<SettingRecord> {
    const { changed } = yield* set({ values: { [findSetting(name).name]: '' }, changed_by });
    return changed[0] as SettingRecord;
  }

  function refuseFixed(given: readonly { setting: Setting; value: string | null }[]): void {
    if (given.length === 0) throw validationError([fieldErrors.setting_missing('name')]);
    const details = given.flatMap(({ setting, value }) => {
      const problem = findProblem(setting, value);
      return problem === undefined ? [] : [{ field: setting.name, message: problem }];
    });
    if (details.length > 0) throw validationError(details);
  }

  function findProblem({ variable, name }: Setting, value: string | null): string | undefined {
    if (source.isGiven(variable)) return `is set by the environment variable ${variable}. Change it there.`;
    if (value === null && name === 'seller_name') return 'cannot be removed, because invoices need a seller.';
    return (value?.length ?? 0) > LONGEST_VALUE ? `must have at most ${LONGEST_VALUE} characters.` : undefined;
  }

  /** Throws a validation error that names the field of the first invalid value. */
  function checkAll(stored: ReadonlyMap<string, string>): void {
    const problem = source.findProblem(stored, check);
    if (problem === undefined) return;
    const [, variable = '', rest = problem] = /^(HOSTLER_\w+):? (.*)$/s.exec(problem) ?? [];
    throw validationError([{ field: nameOf(variable), message: rest }]);
  }

  function view(setting: Setting, id: number, rows: readonly StoredRow[]): SettingRecord {
    const { name, group, label, description, type, choices = null, variable } = setting;
    const row = findRow(setting, rows);
    const isGiven = source.isGiven(variable);
    const fallback = source.textOf(variable, new Map()) ?? findDefault(setting, config);
    const value = source.textOf(variable, toValues(rows)) ?? fallback;
    return {
      ...{ id, name, group, label, description, type, choices, value, default: isGiven ? setting.default : fallback },
      source: isGiven ? 'environment' : row?.value == null ? 'default' : 'stored',
      variable,
      can_change: !isGiven,
      revision: row?.revision ?? 0,
      changed_at: formatOptionalTime(row?.changed_at ?? null),
      changed_by: row?.changed_by ?? null,
    };
  }

  function viewVariable(variable: string, id: number): SettingRecord {
    const isGiven = source.isGiven(variable);
    return {
      ...{ id, name: nameOf(variable), group: 'server', label: variable },
      description: 'Set by the environment of the server. The value is not shown.',
      ...{ type: 'presence', choices: null, value: null, default: null, variable, can_change: false },
      source: isGiven ? 'environment' : 'default',
      ...{ revision: 0, changed_at: null, changed_by: null },
    };
  }

  return { list, set, reset };
}

/** Some defaults depend on other settings. */
function findDefault(setting: Setting, { demo, mailFrom, brand }: Config): string | null {
  if (setting.name === 'signup') return demo ? 'open' : 'closed';
  if (setting.name === 'mail_from') return `${brand.productName} <${mailFrom.address}>`;
  return setting.default;
}

function findSetting(name: string): Setting {
  const found = SETTINGS.find((setting) => setting.name === name);
  if (found) return found;
  throw notFound('Setting');
}

function findRow({ name }: Setting, rows: readonly StoredRow[]): StoredRow | undefined {
  return rows.find((row) => row.name === name);
}

function revisionOf(setting: Setting, rows: readonly StoredRow[]): number {
  return findRow(setting, rows)?.revision ?? 0;
}

function shorten(value: string | null): string {
  if (value === null) return 'default';
  return value.length > LONGEST_AUDITED ? `${value.slice(0, LONGEST_AUDITED)}…` : value;
}
