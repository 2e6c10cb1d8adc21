import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, inAccount, type Route, show } from '#kernel/http/route.ts';
import { Preferences, PreferencesChange } from './schemas.ts';
import { changePreferences, showPreferences } from './service.ts';

export function preferencesRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/monitoring/preferences',
        access: 'monitoring.read',
        operation: 'show',
        summary: 'Get alert mail settings',
        description:
          'Returns your alert mail settings for this account. By default, owners get mail at any time and members get none.',
        data: Preferences,
        handle: ({ caller }) => showPreferences(caller),
      }),
    ),
    inAccount(
      command({
        path: '/monitoring/preferences',
        access: 'monitoring.read',
        operation: 'change',
        summary: 'Update alert mail settings',
        description:
          'Updates your alert mail settings for this account. Omitted fields keep their values. During quiet hours only mail about servers that are down is sent; alerts that still fire afterwards are sent in one mail. Alerts are combined, with at most one mail every 5 minutes.',
        status: 200,
        message: 'Preferences changed.',
        body: PreferencesChange,
        data: Preferences,
        handle: ({ caller, body }) => changePreferences(caller, body),
      }),
    ),
  ];
}
