import type { MonitoringCheck } from '@hostler/sdk';
import type { CheckInput } from './queries.ts';

/** Form values, converted to API input by `toInput`. */
export type CheckFields = {
  type: MonitoringCheck['type'];
  name: string;
  target: string;
  interval_seconds: string;
  expect_status: number | string;
  expect_text: string;
  follow_redirects: boolean;
  redirect_to: string;
  certificate_days: number | string;
};

const USUAL_DAYS = 14;

export function fieldsOf(check: MonitoringCheck | undefined): CheckFields {
  return {
    type: check?.type ?? 'http',
    name: check?.name ?? '',
    target: check?.target ?? '',
    interval_seconds: String(check?.interval_seconds ?? 60),
    expect_status: check?.expect_status ?? '',
    expect_text: check?.expect_text ?? '',
    follow_redirects: check?.follow_redirects ?? false,
    redirect_to: check?.redirect_to ?? '',
    certificate_days: check?.certificate_days ?? USUAL_DAYS,
  };
}

/** Converts the form to API input; HTTP expectations are left out for TCP checks. */
export function toInput(fields: CheckFields): CheckInput {
  const isPage = fields.type === 'http';
  const text = (typed: string) => (isPage && typed.trim() !== '' ? typed.trim() : null);
  return {
    type: fields.type,
    ...(fields.name.trim() !== '' && { name: fields.name.trim() }),
    target: fields.target.trim(),
    interval_seconds: Number(fields.interval_seconds),
    expect_status: isPage && fields.expect_status !== '' ? Number(fields.expect_status) : null,
    expect_text: text(fields.expect_text),
    follow_redirects: isPage && fields.follow_redirects,
    redirect_to: text(fields.redirect_to),
    certificate_days: fields.certificate_days === '' ? USUAL_DAYS : Number(fields.certificate_days),
  };
}
