import type { PanelCaller } from '../../../../kernel/http/caller.ts';
import { command, inAccount, type Route, show } from '../../../../kernel/http/route.ts';
import { Preferences, PreferencesChange } from './schemas.ts';
import { changePreferences, showPreferences } from './service.ts';

export function preferencesRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/monitoring/preferences',
        access: 'monitoring.read',
        operation: 'show',
        summary: 'Show whether and when you get mail of alerts',
        description: 'In this account. Until it is changed, owners get mail at any time and members none.',
        data: Preferences,
        handle: ({ caller }) => showPreferences(caller),
      }),
    ),
    inAccount(
      command({
        path: '/monitoring/preferences',
        access: 'monitoring.read',
        operation: 'change',
        summary: 'Choose whether and when you get mail of alerts',
        description:
          'What is absent stays as it is. During quiet hours mail waits, but for that of servers that are down; what still fires when they end is told together then. However many alerts there are, one mail tells of all, and the next comes five minutes later at the earliest.',
        status: 200,
        message: 'Preferences changed.',
        body: PreferencesChange,
        data: Preferences,
        handle: ({ caller, body }) => changePreferences(caller, body),
      }),
    ),
  ];
}
