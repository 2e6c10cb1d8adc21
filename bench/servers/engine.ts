import { createIncusVps } from '../../server/src/engines/vps/incus/incus.ts';
import { startPrivateEngine } from '../../testing/engines/private-lxd.ts';
import { until } from '../../testing/until.ts';
import { type Customer, call, makeCustomer } from '../engine-customer.ts';
import { makeFolder, removeFolder, type StartedServer, startHostler } from '../processes.ts';
import { type FirewallTimes, measureFirewall, startHelper } from './firewall.ts';
import { type KeystrokeTimes, measureKeystrokes } from './keystrokes.ts';

const PROJECT = 'hostler';

export interface ServerEnginePlan {
  readonly keys: number;
  readonly replacements: number;
}

export interface ServerEngineResult {
  readonly firewall: FirewallTimes;
  readonly keystrokes: KeystrokeTimes;
}

/** Measures keys in a terminal and the replacement of a firewall, on a private LXD with the helper of its host. */
export async function measureServerEngine(plan: ServerEnginePlan): Promise<ServerEngineResult> {
  const tell = (text: string) => process.stderr.write(`servers: ${text}…\n`);
  const folder = makeFolder();
  const engine = await startPrivateEngine(`unix:${folder}/data/unix.socket`);
  const helper = startHelper(engine, PROJECT);
  const settings = {
    HOSTLER_DATA_DIR: folder,
    HOSTLER_VPS_ENGINE: 'incus',
    HOSTLER_INCUS_URL: engine.url,
    HOSTLER_METRICS_EVERY_SECONDS: '3600',
  };
  let server: StartedServer | undefined;
  try {
    const driver = createIncusVps({ url: engine.url, project: PROJECT });
    await until(async () => driver.capabilities.has('firewall') || ((await driver.check()) && false));
    server = await startHostler({ settings });
    const customer = await makeCustomer({ ...process.env, ...settings });
    tell(`${plan.keys} keys in a terminal`);
    const keystrokes = await measureTerminal(server, customer, engine.url, plan.keys);
    tell(`${plan.replacements} replacements of a firewall`);
    return { keystrokes, firewall: await measureFirewall(server, customer, engine, plan.replacements) };
  } finally {
    await server?.stop();
    helper.kill('SIGKILL');
    await engine.close();
    removeFolder(folder);
  }
}

async function measureTerminal(server: StartedServer, customer: Customer, engineUrl: string, count: number) {
  const id = customer.hostingId;
  const { url } = await call<{ url: string }>(server, customer, 'POST', '/hosting/console', { id });
  return measureKeystrokes({ url: engineUrl, project: PROJECT, name: `vps-${id}` }, url, count);
}
