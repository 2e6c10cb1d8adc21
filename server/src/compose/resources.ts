import { openSandboxTerminal } from '#engines/vps/simulated-terminal/terminal.ts';
import { createLookUp } from '#kernel/net/dns-records.ts';
import { createProber } from '#kernel/net/prober.ts';
import { createTextFinder } from '#kernel/net/txt-records.ts';
import { findPlan, listPlanImages } from '#modules/commerce/plans/index.ts';
import type { OnSuspensionChange } from '#modules/identity/accounts/index.ts';
import { applicationsModule } from '#modules/resources/applications/index.ts';
import { backupsModule } from '#modules/resources/backups/index.ts';
import { databasesModule } from '#modules/resources/databases/index.ts';
import { domainsModule } from '#modules/resources/domains/index.ts';
import { createMailCompanion, describeMail, emailsModule } from '#modules/resources/emails/index.ts';
import { firewallsModule } from '#modules/resources/firewalls/index.ts';
import { hostingModule } from '#modules/resources/hosting/index.ts';
import { createWatch, monitoringModule } from '#modules/resources/monitoring/index.ts';
import { sshKeysModule } from '#modules/resources/ssh-keys/index.ts';
import { live } from '#settings/live.ts';
import { listEngines } from './engines.ts';
import type { Ground } from './ground.ts';
import type { Support } from './support.ts';
import { readTargetPolicy } from './target-policy.ts';

export function composeResources(ground: Ground, { tickets }: Support) {
  const { db, clock, log, outages, vault, engines, config, mailer, customerMail, links } = ground;
  const hosting = hostingModule({
    db,
    clock,
    log,
    staffMail: ground.staffMail,
    outages,
    vps: engines.vps,
    vault,
    customerMail,
    links,
    findPlan,
    listPlanImages,
    sampleEverySeconds: config.metricsEverySeconds,
    reconcileEverySeconds: config.reconcileEverySeconds,
    addressHistoryDays: config.addressHistoryDays,
    trafficSettings: live(() => ({ timeZone: config.commerce.timeZone })),
    consoleIdleSeconds: config.consoleIdleSeconds,
    openSandboxTerminal,
    addressRestDays: config.addressRestDays,
    dns: engines.dns,
    nameservers: config.nameservers,
    lookUp: config.engines.powerDns ? createLookUp(config.dnsResolvers) : undefined,
    ...createWatch({ db, log, staffMail: ground.staffMail, sampleEverySeconds: config.metricsEverySeconds }),
  });
  const firewalls = firewallsModule({
    ...{ db, log, clock, vps: engines.vps, servers: hosting.servers },
    findOwner: hosting.operator.hosting.ownerOf,
    smtpBlocked: config.outboundSmtp === 'blocked',
  });
  const mailSettings = describeMail(config.engines.mailHost, config.publicUrl);
  const domains = domainsModule({
    db,
    dns: engines.dns,
    servers: hosting.servers,
    companion: createMailCompanion(mailSettings),
    nameservers: config.nameservers,
    findTexts: config.domainProof === 'txt' ? createTextFinder(config.dnsResolvers) : undefined,
  });
  const emails = emailsModule({
    db,
    clock,
    vault,
    mail: engines.mail,
    isSimulated: config.engines.mail === undefined,
    domains: domains.customer.domains,
    settings: mailSettings,
    dns: engines.dns,
    nameservers: config.nameservers,
    // A real mail server accepts mail for verified domains only, whatever the setting for domains is.
    lookUp: config.engines.mail || config.domainProof === 'txt' ? createLookUp(config.dnsResolvers) : undefined,
    mailer,
    links,
  });
  const databases = databasesModule({ db, log, outages, vault, drivers: engines.sql, tickets });
  const backups = backupsModule({
    db,
    clock,
    storage: engines.storage,
    customerMail,
    links,
    kinds: [hosting.backupKind, databases.backupKind],
    findOwner: hosting.operator.hosting.ownerOf,
  });
  hosting.servers.useBackups(backups.serverBackups);
  const monitoring = monitoringModule({
    ...{ db, clock, log, mailer, links, staffMail: ground.staffMail },
    engines: listEngines(engines),
    servers: hosting.servers,
    hosting: hosting.operator.hosting,
    prober: createProber(readTargetPolicy(config)),
  });
  const applications = applicationsModule({
    db,
    clock,
    log,
    vault,
    vps: engines.vps,
    servers: hosting.servers,
    findOwner: hosting.operator.hosting.ownerOf,
    recipeDir: config.recipeDir,
    certificates: engines.certificates,
    places: domains.places,
    dns: engines.dns,
    lookUp: config.engines.powerDns || config.engines.incus ? createLookUp(config.dnsResolvers) : undefined,
    customerMail,
    staffMail: ground.staffMail,
    links,
  });
  return {
    modules: [hosting, sshKeysModule(), firewalls, domains, emails, databases, backups, applications, monitoring],
    /** Applications are suspended with their servers. */
    onSuspensionChange: function* (...change: Parameters<OnSuspensionChange>) {
      yield* hosting.onSuspensionChange(...change);
      yield* databases.customer.databases.followSuspension(change[0], change[1].after !== undefined, change[2]);
      yield* domains.onSuspensionChange(...change);
      yield* emails.onSuspensionChange(...change);
    } satisfies OnSuspensionChange,
    servers: hosting.servers,
    lastBackups: backups.lastBackups,
    newServers: backups.newServers,
    operator: {
      ...hosting.operator,
      ...firewalls.operator,
      ...domains.operator,
      ...emails.operator,
      ...databases.operator,
      ...backups.operator,
      ...applications.operator,
      ...monitoring.operator,
    },
    customer: {
      ...hosting.customer,
      ...firewalls.customer,
      ...domains.customer,
      ...emails.customer,
      ...databases.customer,
      ...backups.customer,
      ...applications.customer,
      ...monitoring.customer,
    },
  };
}

export type Resources = ReturnType<typeof composeResources>;
