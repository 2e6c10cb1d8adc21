import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  rule_is_firing: { code: 'CONFLICT', message: 'This rule is firing. Test it after its alert is resolved.' },
  vps_of_rule_terminated: {
    code: 'CONFLICT',
    message: 'This server is terminated. Choose another server for the rule.',
  },
});

export const fieldErrors = defineFieldErrors({
  quiet_time_malformed: 'must be a time of day like 22:00.',
  threshold_not_for_down: 'is not for a rule on down: a server is down or it is not.',
  threshold_needed: 'is needed for a rule on {metric}.',
  threshold_above_percent: 'must be at most 100, in percent.',
  alert_filters_exclude: 'cannot be combined with {other}. Send one of them.',
  only_for_http_checks: 'is only for checks of type http.',
  redirect_not_url: 'must be a full URL, like https://www.example.com/.',
  threshold_malformed: 'must be a number from 0.1 to 1,000,000, like 90.',
  minutes_out_of_range: 'must be from 1 to {max}.',
  time_zone_unknown: 'must be an IANA time zone, like Europe/Berlin.',
  quiet_hours_incomplete: 'is required for quiet hours. Set both to null for none.',
  quiet_hours_equal: 'must differ from quiet_from.',
});
