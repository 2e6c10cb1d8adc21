import type { PanelCaller } from '../../../../kernel/http/caller.ts';
import { command, inAccount, type Route, show } from '../../../../kernel/http/route.ts';
import { NotificationChange, NotificationSettings } from './schemas.ts';
import { changeNotifications, showNotifications } from './service.ts';

export function notificationRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/notifications',
        access: 'any-credential',
        operation: 'show',
        summary: 'Show which mail you get',
        description:
          'Returns the settings of the person who is signed in, for this account. Mail about security and money cannot be switched off.',
        data: NotificationSettings,
        handle: ({ caller }) => showNotifications(caller),
      }),
    ),
    inAccount(
      command({
        path: '/notifications',
        access: 'any-credential',
        operation: 'change',
        summary: 'Choose which mail you get',
        description: 'Fields that are absent stay as they are.',
        status: 200,
        message: 'Notifications changed.',
        body: NotificationChange,
        data: NotificationSettings,
        handle: ({ caller, body }) => changeNotifications(caller, body),
      }),
    ),
  ];
}
