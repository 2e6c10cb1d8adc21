import { type ErrorDetail, validationError } from '#kernel/errors.ts';
import type { Prober } from '#kernel/net/prober.ts';
import { describeTarget } from '#kernel/net/target.ts';
import { fieldErrors } from '../errors.ts';
import { type CheckChange, DEFAULT_CERTIFICATE_DAYS, DEFAULT_INTERVAL, type NewCheck } from './schemas.ts';
import type { CheckSettings } from './store.ts';

export type TargetRules = Pick<Prober, 'checkUrl' | 'checkPlace'>;

const FOR_PAGES = ['expect_status', 'expect_text', 'follow_redirects', 'redirect_to'] as const;

/** Returns the settings with defaults. Throws a validation error. */
export function readNewCheck(input: NewCheck, rules: TargetRules): CheckSettings {
  const { type, target } = input;
  return checkSettings(
    {
      type,
      target,
      name: input.name ?? nameTarget(target),
      interval_seconds: input.interval_seconds ?? DEFAULT_INTERVAL,
      expect_status: input.expect_status ?? null,
      expect_text: input.expect_text ?? null,
      follow_redirects: input.follow_redirects ? 1 : 0,
      redirect_to: input.redirect_to ?? null,
      certificate_days: input.certificate_days ?? DEFAULT_CERTIFICATE_DAYS,
    },
    rules,
  );
}

/** Absent fields stay as they are. */
export function readChange(
  before: CheckSettings,
  { status: _, follow_redirects, ...input }: CheckChange,
  rules: TargetRules,
): CheckSettings {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const follows = follow_redirects === undefined ? {} : { follow_redirects: follow_redirects ? 1 : 0 };
  return checkSettings({ ...before, ...given, ...follows }, rules);
}

/** Returns whether target or expectation changed, so that earlier results do not apply. */
export function asksAnew(before: CheckSettings, after: CheckSettings): boolean {
  return ([...FOR_PAGES, 'target'] as const).some((field) => before[field] !== after[field]);
}

function checkSettings(settings: CheckSettings, rules: TargetRules): CheckSettings {
  const wrong: ErrorDetail[] = [];
  const { type, target, redirect_to } = settings;
  const refused = type === 'http' ? rules.checkUrl(target) : rules.checkPlace(target);
  if (refused) wrong.push(describeTarget('target', refused));
  if (type === 'tcp') {
    const given = FOR_PAGES.filter((field) => Boolean(settings[field]));
    wrong.push(...given.map((field) => fieldErrors.only_for_http_checks(field)));
  } else if (redirect_to !== null && !/^https?:$/.test(URL.parse(redirect_to)?.protocol ?? '')) {
    wrong.push(fieldErrors.redirect_not_url('redirect_to'));
  }
  if (wrong.length > 0) throw validationError(wrong);
  return settings;
}

function nameTarget(target: string): string {
  return (URL.parse(target)?.host || target).slice(0, 100);
}
