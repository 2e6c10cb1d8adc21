import type { PanelCaller } from '#kernel/http/caller.ts';
import { inPanelToo, type Route } from '#kernel/http/route.ts';
import type { RuleService } from './service.ts';
import { ruleWrites } from './write-routes.ts';

export function rulePanelRoutes(rules: RuleService): Route<PanelCaller>[] {
  return ruleWrites(rules).map(inPanelToo);
}
