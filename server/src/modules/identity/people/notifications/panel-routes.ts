import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, inAccount, type Route, show } from '#kernel/http/route.ts';
import { NotificationChange, NotificationSettings } from './schemas.ts';
import { changeNotifications, showNotifications } from './service.ts';

export function notificationRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/notifications',
        access: 'any-credential',
        operation: 'show',
        summary: 'Get mail settings',
        description: 'Returns your mail settings for this account. Mail about security and billing cannot be disabled.',
        data: NotificationSettings,
        handle: ({ caller }) => showNotifications(caller),
      }),
    ),
    inAccount(
      command({
        path: '/notifications',
        access: 'any-credential',
        operation: 'change',
        summary: 'Update mail settings',
        description: 'Updates your mail settings for this account. Omitted fields keep their values.',
        status: 200,
        message: 'Notifications changed.',
        body: NotificationChange,
        data: NotificationSettings,
        handle: ({ caller, body }) => changeNotifications(caller, body),
      }),
    ),
  ];
}
