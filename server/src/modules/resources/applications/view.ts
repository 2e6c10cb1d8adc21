import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type {
  Application,
  ApplicationDetails,
  ApplicationStep,
  ApplicationWithCredentials,
  HttpsStatus,
} from './schemas.ts';
import type { StepRow } from './steps/store.ts';
import type { ApplicationRow, Content } from './store.ts';

export function viewApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    version: row.version,
    status: row.status,
    hosting_id: row.hosting_id,
    url: row.url,
    domain: row.domain,
    https: row.https_status === null ? null : viewHttps(row, row.https_status),
    created_at: formatTime(row.created_at),
    installed_at: formatOptionalTime(row.installed_at),
    error: row.error,
  };
}

function viewHttps(row: ApplicationRow, status: HttpsStatus): NonNullable<Application['https']> {
  return {
    status,
    expires_at: formatOptionalTime(row.https_expires_at),
    error: row.https_error,
    next_attempt_at: row.status === 'running' ? formatOptionalTime(row.https_next_at) : null,
  };
}

interface Installation {
  application: ApplicationRow;
  actionId: number;
  credentials: Readonly<Record<string, string>>;
  missing: ApplicationWithCredentials['missing_records'];
}

export function viewInstallation(installation: Installation): ApplicationWithCredentials {
  const { application, actionId, credentials, missing } = installation;
  return { ...viewApplication(application), action_id: actionId, credentials, missing_records: missing };
}

export interface Detailed {
  application: ApplicationRow;
  content: Content;
  steps: readonly StepRow[];
}

export function viewDetails({ application, content, steps }: Detailed): ApplicationDetails {
  return {
    ...viewApplication(application),
    parameters: JSON.parse(content.parameters),
    ports: JSON.parse(content.ports),
    steps: steps.map(viewStep),
  };
}

function viewStep({ name, phase, status, started_at, finished_at, output }: StepRow): ApplicationStep {
  return {
    name,
    phase,
    status,
    started_at: formatOptionalTime(started_at),
    finished_at: formatOptionalTime(finished_at),
    output,
  };
}
