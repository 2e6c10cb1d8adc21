import { viewPage } from '../../../../kernel/db/page.ts';
import { list, type Route, show } from '../../../../kernel/http/route.ts';
import { RULE_STATUSES, Rule, RuleFilters } from './schemas.ts';
import type { RuleService } from './service.ts';
import { viewRule } from './view.ts';

export function ruleRoutes(rules: RuleService): Route[] {
  return [
    list({
      path: '/monitoring/rules',
      access: 'monitoring.read',
      summary: 'List monitoring rules',
      description:
        'Every VPS has four from the start: cpu 90 % for 15 minutes, memory 95 % for 15, disk 90 % for 5, down for 3. They are changed in the panel. The search looks at the host name and the metric.',
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
      summary: 'Show a monitoring rule',
      id: { aliases: ['rule_id'], description: 'The rule.' },
      data: Rule,
      *handle({ caller, id }) {
        return viewRule(yield* rules.find(caller.account.id, id));
      },
    }),
  ];
}
