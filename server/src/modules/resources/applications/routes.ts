import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import {
  APPLICATION_ORDERS,
  APPLICATION_STATUSES,
  Application,
  ApplicationDetails,
  ApplicationFilters,
  ApplicationWithAction,
  ApplicationWithCredentials,
  NewApplication,
} from './schemas.ts';
import type { ApplicationService } from './service.ts';
import { viewApplication, viewDetails, viewInstallation } from './view.ts';

const id = { aliases: ['application_id'], description: 'Identifier of the application.' };

export function applicationRoutes(applications: ApplicationService): Route[] {
  return [
    list({
      path: '/applications',
      access: 'applications.read',
      summary: 'List applications',
      description:
        'Lists the applications on the servers of the account, newest first. `search` matches the name and the slug.',
      item: Application,
      statuses: APPLICATION_STATUSES,
      orders: APPLICATION_ORDERS,
      filters: ApplicationFilters,
      *handle({ caller, query }, page) {
        return viewPage(yield* applications.list(caller.account.id, page, query.hosting_id), viewApplication);
      },
    }),
    show({
      path: '/applications/show',
      access: 'applications.read',
      summary: 'Get an application',
      description: 'Returns one application with its parameters and the progress of every step.',
      id,
      data: ApplicationDetails,
      *handle({ caller, id }) {
        return viewDetails(yield* applications.show(caller.account.id, id));
      },
    }),
    command({
      path: '/applications',
      access: 'applications.write',
      summary: 'Install an application',
      description:
        'Installs an application on a running VPS (action `application.install`). The steps of the recipe run in order, followed by a health check; then `application.installed` is emitted. With `domains.write`, a domain in a zone of the account gets its address records and a certificate. Without `domains.write`, it gets neither, and `missing_records` names the records to set. Secrets are returned once and cannot be read again. If a step fails, the changes are rolled back and `error` gives the reason. Only one installation or removal per VPS can run at a time. The installation survives a restart of the VPS and fails if the VPS is stopped, suspended or restored.',
      status: 202,
      message: 'Installation queued. Keep the credentials: they are not shown again.',
      body: NewApplication,
      data: ApplicationWithCredentials,
      secret: true,
      errors: ['NOT_FOUND', 'VPS_NOT_RUNNING', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        const mayChangeZones = caller.credential.scopes.has('domains.write');
        return viewInstallation(yield* applications.install(caller.account.id, body, mayChangeZones, now));
      },
    }),
    command({
      path: '/applications/remove',
      access: 'applications.write',
      summary: 'Remove an application',
      description:
        'Removes an application and its data from a running VPS (action `application.remove`). The record disappears when all removal steps succeed. Otherwise the status changes to `failed` and `error` gives the reason.',
      status: 202,
      message: 'Removal queued.',
      id,
      data: ApplicationWithAction,
      errors: ['VPS_NOT_RUNNING', 'CONFLICT'],
      *handle({ caller, id, now }) {
        const { application, actionId } = yield* applications.remove(caller.account.id, id, now);
        return { ...viewApplication(application), action_id: actionId };
      },
    }),
  ];
}
