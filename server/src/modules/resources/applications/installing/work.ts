import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Clock } from '#kernel/time.ts';
import { instanceName, type Server, type Servers } from '../../hosting/index.ts';
import { httpsFolder } from '../https/scripts.ts';
import { type ParameterValues, toEnvironment } from '../recipes/parameters.ts';
import type { Recipe } from '../recipes/recipe.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { StepOutput } from '../steps/output.ts';
import {
  beginStep,
  endStep,
  listSteps,
  type Phase,
  type StepRow,
  type StepStatus,
  saveOutput,
} from '../steps/store.ts';
import { type ApplicationRow, findApplication, findContent } from '../store.ts';
import { describeInterruption, describeLeft } from './interruption.ts';
import { type Machine, openMachine } from './machine.ts';

export interface Surroundings {
  db: Database;
  clock: Clock;
  vps: VpsDriver;
  servers: Pick<Servers, 'find'>;
}

/** The application to work on, and the purpose. */
export interface Task {
  accountId: number;
  applicationId: number;
  /** Status of the application during the work. If it differs, other work has ended this task. */
  status: ApplicationStatus;
  secrets: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

export type Work = Awaited<ReturnType<typeof openWork>>;

/** Returns everything that steps need. The records are read again for every try, because they may have changed. */
export async function openWork({ db, clock, vps, servers }: Surroundings, task: Task) {
  const { accountId, applicationId, secrets, signal } = task;
  const { application, server } = await db.read(readCurrent());
  const { recipe, values } = await db.read(readContent());
  const masked = Object.values(secrets);
  const machine: Machine = openMachine({
    vps,
    name: instanceName(server.id),
    environment: { ...describeServer(application, server), ...toEnvironment({ ...values, ...secrets }) },
    signal,
    refuseToWait: async () => {
      await db.read(readCurrent());
    },
  });

  /** Throws if an event on the server has ended the work. */
  function* readCurrent(): Query<{ application: ApplicationRow; server: Server }> {
    const application = yield* findApplication(accountId, applicationId);
    if (!application) throw new EngineError('not_found', 'The server was terminated.');
    if (application.status !== task.status) {
      throw new EngineError('refused', application.error ?? 'It was ended by other work on the server.');
    }
    const server = yield* servers.find(accountId, application.hosting_id);
    const interruption = describeInterruption(server, clock.now());
    if (interruption) {
      const { error } = application;
      throw new EngineError('refused', error === null ? interruption : describeLeft(error, interruption));
    }
    return { application, server };
  }

  function* readContent(): Query<{ recipe: Recipe; values: ParameterValues }> {
    const { recipe = '{}', parameters = '{}' } = (yield* findContent(accountId, applicationId)) ?? {};
    return { recipe: JSON.parse(recipe), values: JSON.parse(parameters) };
  }

  async function readSteps(phase: Phase): Promise<StepRow[]> {
    return (await db.read(listSteps(accountId, applicationId))).filter((step) => step.phase === phase);
  }

  async function begin(step: StepRow): Promise<void> {
    await db.write(function* () {
      yield* readCurrent();
      yield* beginStep(accountId, applicationId, step.id, clock.now());
    });
  }

  function openOutput(step: StepRow): StepOutput {
    return new StepOutput(masked, (text) => db.write(() => saveOutput(accountId, applicationId, step.id, text)));
  }

  async function end(step: StepRow, status: StepStatus, output: string): Promise<void> {
    await db.write(() => endStep(accountId, applicationId, { id: step.id, status, output }, clock.now()));
  }

  return { db, accountId, application, recipe, machine, signal, masked, readSteps, begin, openOutput, end };
}

/** Returns the variables that scripts get in addition to the parameters. */
function describeServer({ id }: ApplicationRow, { hostname, ipv4, ipv6, memoryMb }: Server) {
  return {
    APPLICATION_ID: String(id),
    SERVER_HOSTNAME: hostname,
    SERVER_IPV4: ipv4[0] ?? '',
    SERVER_IPV6: ipv6[0] ?? '',
    SERVER_MEMORY_MB: String(memoryMb),
    HTTPS_FOLDER: httpsFolder(id),
  };
}
