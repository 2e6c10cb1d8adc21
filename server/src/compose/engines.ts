import { join } from 'node:path';
import type { CertificateDriver } from '#engines/certificates/driver.ts';
import type { DnsDriver } from '#engines/dns/driver.ts';
import type { MailDriver } from '#engines/mail/driver.ts';
import { observe } from '#engines/observe.ts';
import type { PaymentDriver, PaymentDriverName, PaymentEngine } from '#engines/payment/driver.ts';
import type { SimulatedPayments } from '#engines/payment/simulated.ts';
import { readRecentCalls } from '#engines/recent-calls.ts';
import type { SqlDriver, SqlEngine } from '#engines/sql/driver.ts';
import { standardFolders } from '#engines/sql/tools.ts';
import { createFolderStorage } from '#engines/storage/folder.ts';
import type { VatDriver } from '#engines/vat/driver.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { CheckedEngine } from '#health/health.ts';
import { Vault } from '#kernel/crypto.ts';
import type { ProgramPage } from '#kernel/http/program-pages.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { Outages } from '#kernel/outages.ts';
import type { Config } from '#settings/config.ts';

type Simulated = Pick<Config, 'dataDir' | 'simulatedDelayMs'>;

export type Engines = Awaited<ReturnType<typeof openEngines>>;

/** Opens the configured drivers. This is the only place that names concrete drivers, and only these are loaded. */
export async function openEngines(config: Config, outages: Outages) {
  const [vps, dns, postgresql, mariadb, mail, payment, vat, certificates] = await Promise.all([
    openVps(config),
    openDns(config),
    openPostgresql(config),
    openMariadb(config),
    openMail(config),
    openPayment(config, outages),
    openVat(config),
    openCertificates(config),
  ]);
  return {
    vps: observe('vps', vps, outages),
    dns: observe('dns', dns, outages),
    sql: {
      postgresql: observe('postgresql', postgresql, outages),
      mariadb: observe('mariadb', mariadb, outages),
    },
    mail: observe('mail', mail, outages),
    payment,
    vat: observe('vat', vat, outages),
    certificates: typeof certificates === 'string' ? certificates : observe('certificates', certificates, outages),
    storage: observe('storage', createFolderStorage({ dir: config.backupDir }), outages),
  };
}

async function openVps({ engines, ...config }: Config): Promise<VpsDriver> {
  if (engines.incus) return (await import('#engines/vps/incus/incus.ts')).createIncusVps(engines.incus);
  return (await import('#engines/vps/simulated.ts')).createSimulatedVps(simulate(config, 'vps'));
}

async function openDns({ engines, ...config }: Config): Promise<DnsDriver> {
  if (engines.powerDns) return (await import('#engines/dns/powerdns.ts')).createPowerDns(engines.powerDns);
  return (await import('#engines/dns/simulated.ts')).createSimulatedDns(simulate(config, 'dns'));
}

async function openPostgresql({ engines, ...config }: Config): Promise<SqlDriver> {
  if (!engines.postgresql) return openSimulatedSql(config, 'postgresql');
  const { createPostgresqlServer } = await import('#engines/sql/postgresql.ts');
  return createPostgresqlServer({ ...engines.postgresql, programFolders: programFolders(engines) });
}

async function openMariadb({ engines, ...config }: Config): Promise<SqlDriver> {
  if (!engines.mariadb) return openSimulatedSql(config, 'mariadb');
  const { createMariadbServer } = await import('#engines/sql/mariadb.ts');
  return createMariadbServer({ ...engines.mariadb, programFolders: programFolders(engines) });
}

async function openMail({ engines, ...config }: Config): Promise<MailDriver> {
  if (engines.mail) {
    const { createDovecotPostfix } = await import('#engines/mail/dovecot-postfix/dovecot-postfix.ts');
    return createDovecotPostfix(engines.mail);
  }
  return (await import('#engines/mail/simulated.ts')).createSimulatedMail(simulate(config, 'mail'));
}

async function openVat(config: Config): Promise<VatDriver> {
  const { tax } = config.commerce;
  if (tax.vatCheck === 'staff') return (await import('#engines/vat/staff.ts')).createStaffCheck();
  return (await import('#engines/vat/vies.ts')).createVies({
    url: tax.viesUrl,
    get requester() {
      return config.commerce.seller?.vat_id ?? undefined;
    },
  });
}

async function openCertificates({ engines, secretKey }: Config): Promise<CertificateDriver | 'off' | 'simulated'> {
  const settings = engines.certificates;
  if (typeof settings === 'string') return settings;
  const [{ createAcme }, { deriveAccountKey }] = await Promise.all([
    import('#engines/certificates/acme.ts'),
    import('#engines/certificates/account-key.ts'),
  ]);
  const vault = new Vault(secretKey);
  const seedOf = (attempt: number) => Buffer.from(vault.sign('acme account', String(attempt)), 'base64url');
  return createAcme(settings, deriveAccountKey(seedOf));
}

async function openPayment(config: Config, outages: Outages): Promise<PaymentEngine> {
  const names = config.engines.payment.drivers;
  const drivers = await Promise.all(
    names.map(async (name) => observe(name, await openPaymentDriver(config, name), outages)),
  );
  return {
    drivers: new Map(drivers.map((driver) => [driver.name, driver])),
    readStatement: async (...file) =>
      (await import('#engines/payment/statements/read-in-thread.ts')).readStatementInThread(...file),
  };
}

/**
 * Returns the page of the simulated payment provider, if that is enabled. Its notifications take the same path as those
 * of real providers.
 */
export async function openPaymentPages({ payment }: Engines, pages: readonly ProgramPage[]): Promise<ProgramPage[]> {
  const driver = payment.drivers.get('simulated');
  const providerEvents = pages.find(({ path }) => path === '/payments/simulated/notices');
  if (!driver || !providerEvents) return [];
  const { simulatedPaymentPages } = await import('#engines/payment/simulated-page.ts');
  // The wrapper that observes a driver keeps all of its properties.
  return simulatedPaymentPages(driver as SimulatedPayments, async ({ body, headers }) => {
    await providerEvents.answer({ host: '', query: {}, headers, body: body.toString(), raw: body });
  });
}

async function openPaymentDriver(config: Config, name: PaymentDriverName): Promise<PaymentDriver> {
  const vault = new Vault(config.secretKey);
  const { payment } = config.engines;
  if (name === 'stripe' && payment.stripe) {
    const { createStripe } = await import('#engines/payment/stripe/stripe.ts');
    return createStripe({ ...payment.stripe, installation: vault.keyName });
  }
  if (name === 'simulated') {
    const { createSimulatedPayments } = await import('#engines/payment/simulated.ts');
    const eventSecret = vault.sign('simulated payments', 'notices');
    return createSimulatedPayments({ ...simulate(config, 'payments'), eventSecret });
  }
  return (await import('#engines/payment/transfer.ts')).createTransfer(() => config.commerce.seller);
}

async function openSimulatedSql(config: Simulated, engine: SqlEngine): Promise<SqlDriver> {
  const { createSimulatedSql } = await import('#engines/sql/simulated.ts');
  return createSimulatedSql({ ...simulate(config, engine), engine });
}

function simulate({ dataDir, simulatedDelayMs }: Simulated, name: string) {
  return { dir: join(dataDir, 'simulated', name), delayMs: simulatedDelayMs };
}

function programFolders({ programFolders }: Config['engines']): string[] {
  return [...standardFolders, ...programFolders];
}

/** Returns background services that drivers need in a worker. */
export async function openEngineServices({ engines }: Config, outages: Outages): Promise<BackgroundService[]> {
  if (!engines.mail) return [];
  const { createPolicyServer } = await import('#engines/mail/dovecot-postfix/policy-server.ts');
  return [createPolicyServer({ dir: engines.mail.dir, outages })];
}

/** Lists engines for `doctor` and `/readyz`. */
export function listEngines({ vps, dns, sql, mail, storage, payment, certificates }: Engines): CheckedEngine[] {
  return [
    { name: 'vps', recent: () => readRecentCalls('vps'), check: () => vps.check() },
    { name: 'dns', recent: () => readRecentCalls('dns'), check: (patienceMs) => dns.check(patienceMs) },
    { name: 'postgresql', recent: () => readRecentCalls('postgresql'), check: () => sql.postgresql.check() },
    { name: 'mariadb', recent: () => readRecentCalls('mariadb'), check: () => sql.mariadb.check() },
    { name: 'mailboxes', recent: () => readRecentCalls('mail'), check: (patienceMs) => mail.check(patienceMs) },
    { name: 'backup storage', recent: () => readRecentCalls('storage'), check: () => storage.check() },
    ...(typeof certificates === 'string'
      ? []
      : [{ name: 'certificates', recent: () => readRecentCalls('certificates'), check: () => certificates.check() }]),
    ...[...payment.drivers.values()].map((driver) => ({
      name: `payment: ${driver.name}`,
      recent: () => readRecentCalls(driver.name),
      check: () => driver.check(),
    })),
  ];
}
