import { viewPage } from '@hostler/database';
import { list, type Route, show } from '#kernel/http/route.ts';
import { RULE_STATUSES, Rule, RuleFilters } from './schemas.ts';
import type { RuleService } from './service.ts';
import { viewRule } from './view.ts';
import { ruleWrites } from './write-routes.ts';

export function ruleRoutes(rules: RuleService): Route[] {
  return [
    list({
      path: '/monitoring/rules',
      access: 'monitoring.read',
      summary: 'List monitoring rules',
      description:
        'Lists the alert rules of the account, newest first. A new VPS gets four rules: cpu 90 % for 15 minutes, memory 95 % for 15 minutes, disk 90 % for 5 minutes and down for 3 minutes. `search` matches the hostname and the metric.',
      item: Rule,
      statuses: RULE_STATUSES,
      filters: RuleFilters,
      *handle({ caller, query }, page) {
        return viewPage(yield* rules.list(caller.account.id, page, query.hosting_id), viewRule);
      },
    }),
    show({
      path: '/monitoring/rules/show',
      access: 'monitoring.read',
      summary: 'Get a monitoring rule',
      description: 'Returns one alert rule.',
      id: { aliases: ['rule_id'], description: 'Identifier of the rule.' },
      data: Rule,
      *handle({ caller, id }) {
        return viewRule(yield* rules.find(caller.account.id, id));
      },
    }),
    ...ruleWrites(rules),
  ];
}
