import { join } from 'node:path';
import { openRecordFolder } from '../simulation/record-folder.ts';
import { createSimulation, type SimulationOptions } from '../simulation/simulation.ts';
import type { DnsDriver, DnsZone } from './driver.ts';
import { checkDomain, checkZone } from './zone-rules.ts';

/** A name server that only stores its zones, and refuses what a real one would refuse. */
export function createSimulatedDns(options: SimulationOptions): DnsDriver {
  const simulation = createSimulation(options);
  const zones = openRecordFolder<DnsZone>(join(options.dir, 'zones'));

  return {
    check: simulation.check,

    putZone: (zone) =>
      simulation.run('putZone', zone.domain, undefined, async (passTime) => {
        checkZone(zone);
        await passTime(0.1);
        await zones.write(zone.domain, zone);
      }),

    // It has no zones of others.
    setPointer: async () => false,

    removeZone: (domain) =>
      simulation.run('removeZone', domain, undefined, async (passTime) => {
        checkDomain(domain);
        await passTime(0.1);
        await zones.remove(domain);
      }),

    readZone: (domain) =>
      simulation.run('readZone', domain, undefined, async () => {
        checkDomain(domain);
        return zones.read(domain);
      }),

    isServed: (domain) =>
      simulation.run('isServed', domain, undefined, async () => {
        checkDomain(domain);
        return (await zones.read(domain)) !== undefined;
      }),
  };
}
