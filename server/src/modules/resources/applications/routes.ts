import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import {
  APPLICATION_STATUSES,
  Application,
  ApplicationDetails,
  ApplicationFilters,
  ApplicationWithAction,
  ApplicationWithCredentials,
  NewApplication,
} from './schemas.ts';
import type { ApplicationService } from './service.ts';
import { viewApplication, viewDetails } from './view.ts';

const id = { aliases: ['application_id'], description: 'The application.' };

export function applicationRoutes(applications: ApplicationService): Route[] {
  return [
    list({
      path: '/applications',
      access: 'applications.read',
      summary: 'List applications',
      description: 'What is installed, or being installed, on your servers. The search looks at the name and the slug.',
      item: Application,
      statuses: APPLICATION_STATUSES,
      filters: ApplicationFilters,
      *handle({ caller, query }, page) {
        return viewPage(yield* applications.list(caller.account.id, page, query.hosting_id), viewApplication);
      },
    }),
    show({
      path: '/applications/show',
      access: 'applications.read',
      summary: 'Show an application',
      description: 'With its parameters and every step of its installation, which can be watched here.',
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
        'Queues the work (action `application.install`) that runs the steps of a recipe inside a VPS, one after the other, and then its health check; emits `application.installed` when that passed. Secrets, those that were generated among them, are in this answer and nowhere else. A step that fails ends the installation: what was begun is removed, and the record says why. One installation or removal on a VPS at a time; it survives a restart of the VPS, and fails when the VPS is stopped, suspended or restored meanwhile.',
      status: 202,
      message: 'Installation queued. Keep the credentials: they are not shown again.',
      body: NewApplication,
      data: ApplicationWithCredentials,
      secret: true,
      errors: ['NOT_FOUND', 'VPS_NOT_RUNNING', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        const { application, credentials, actionId } = yield* applications.install(caller.account.id, body, now);
        return { ...viewApplication(application), action_id: actionId, credentials };
      },
    }),
    command({
      path: '/applications/remove',
      access: 'applications.write',
      summary: 'Remove an application',
      description:
        "Queues the work (action `application.remove`) that runs the recipe's removal steps, its data included. The record is gone when that has ended well; otherwise it is `failed` and says why. The VPS must be running.",
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
