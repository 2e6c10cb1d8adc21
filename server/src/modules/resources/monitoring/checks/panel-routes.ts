import type { PanelCaller } from '#kernel/http/caller.ts';
import { inPanelToo, type Route } from '#kernel/http/route.ts';
import type { CheckService } from './service.ts';
import { checkWrites } from './write-routes.ts';

export function checkPanelRoutes(checks: CheckService): Route<PanelCaller>[] {
  return checkWrites(checks).map(inPanelToo);
}
