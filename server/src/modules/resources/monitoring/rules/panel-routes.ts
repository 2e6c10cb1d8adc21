import type { PanelCaller } from '../../../../kernel/http/caller.ts';
import { command, inAccount, type Route } from '../../../../kernel/http/route.ts';
import { NewRule, Rule, RuleChange } from './schemas.ts';
import type { RuleService } from './service.ts';
import { viewRule } from './view.ts';

const id = { aliases: ['rule_id'], description: 'The rule.' };

export function rulePanelRoutes(rules: RuleService): Route<PanelCaller>[] {
  return [
    inAccount(
      command({
        path: '/monitoring/rules',
        access: 'hosting.write',
        summary: 'Watch a VPS',
        description:
          'It fires when the threshold was reached for all the minutes, and resolves when the value was 10 % below for as long; no readings change nothing.',
        status: 201,
        message: 'Rule created.',
        body: NewRule,
        data: Rule,
        errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
        *handle({ caller, body, now }) {
          return viewRule(yield* rules.create(caller.account.id, body, now));
        },
      }),
    ),
    inAccount(
      command({
        path: '/monitoring/rules/update',
        access: 'hosting.write',
        summary: 'Change a monitoring rule',
        description:
          'What is absent stays as it is. What fires goes on firing until the value is 10 % below the new threshold; an alert of a rule that is paused resolves at once.',
        status: 200,
        message: 'Rule updated.',
        id,
        body: RuleChange,
        data: Rule,
        *handle({ caller, id, body, now }) {
          return viewRule(yield* rules.update(caller.account.id, id, body, now));
        },
      }),
    ),
    inAccount(
      command({
        path: '/monitoring/rules/remove',
        access: 'hosting.write',
        summary: 'Remove a monitoring rule',
        description: 'Its alert resolves, if it fires. Answers the rule as it last was.',
        status: 200,
        message: 'Rule removed.',
        id,
        data: Rule,
        *handle({ caller, id, now }) {
          return viewRule(yield* rules.remove(caller.account.id, id, now));
        },
      }),
    ),
  ];
}
