import { command, type Route } from '#kernel/http/route.ts';
import { NewRule, Rule, RuleChange } from './schemas.ts';
import type { RuleService } from './service.ts';
import { viewRule } from './view.ts';

const id = { aliases: ['rule_id'], description: 'Identifier of the rule.' };

/** Writes of the public API and of the panel API. */
export function ruleWrites(rules: RuleService): Route[] {
  return [
    command({
      path: '/monitoring/rules',
      access: 'hosting.write',
      summary: 'Create a monitoring rule',
      description:
        'Creates an alert rule for a VPS. The rule fires when the value stays at or above the threshold for all of `minutes`. It resolves when the value stays 10 % below the threshold for as long. Missing samples change nothing.',
      status: 201,
      message: 'Rule created.',
      body: NewRule,
      data: Rule,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return viewRule(yield* rules.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/monitoring/rules/update',
      access: 'hosting.write',
      summary: 'Update a monitoring rule',
      description:
        'Updates an alert rule. Omitted fields keep their values. A firing alert keeps firing until the value is 10 % below the new threshold. If the rule is paused, its alert resolves immediately.',
      status: 200,
      message: 'Rule updated.',
      id,
      body: RuleChange,
      data: Rule,
      *handle({ caller, id, body, now }) {
        return viewRule(yield* rules.update(caller.account.id, id, body, now));
      },
    }),
    command({
      path: '/monitoring/rules/remove',
      access: 'hosting.write',
      summary: 'Remove a monitoring rule',
      description: 'Removes an alert rule. A firing alert of the rule resolves. Returns the removed rule.',
      status: 200,
      message: 'Rule removed.',
      id,
      data: Rule,
      *handle({ caller, id, now }) {
        return viewRule(yield* rules.remove(caller.account.id, id, now));
      },
    }),
  ];
}
