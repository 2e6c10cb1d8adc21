import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CardBehaviour, describePaymentDriver } from '@hostler/testing/contracts/payment.ts';
import { DAY } from '#kernel/time.ts';
import { failNext, setReachable } from '../simulation/faults.ts';
import { createSimulatedPayments } from './simulated.ts';
import type { SignedEvent } from './simulated-events.ts';

const cards: Record<CardBehaviour, string> = {
  pays: 'sim_ok',
  soft: 'sim_soft',
  hard: 'sim_hard',
  action: 'sim_action',
  slow: 'sim_slow',
  refund_fails: 'sim_refund_fails',
  capture_fails: 'sim_capture_fails',
};

describePaymentDriver('simulated', ['redirect', 'mandate', 'charge', 'refund', 'webhook', 'authorize'], async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hostler-payments-'));
  let later = 0;
  const now = () => Date.now() + later;
  const driver = createSimulatedPayments({ dir, eventSecret: 'only tests know it', now });
  let sent: SignedEvent[] = [];
  return {
    driver,
    finish: async (reference, card) => {
      sent.push(...(await driver.decide(reference, card && cards[card])));
    },
    settle: async (reference) => {
      sent.push(await driver.tell(reference));
    },
    expire: async (reference) => {
      later += 8 * DAY;
      sent.push(await driver.tell(reference));
    },
    dispute: async (reference, status) => {
      sent.push(await driver.dispute(reference, status));
    },
    takeEvents: async () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    loseNextAnswer: (operation) =>
      failNext(dir, { operation, stage: 'halfway', times: 1, code: 'unreachable', message: 'Lost.' }),
    setReachable: (reachable) => setReachable(dir, reachable),
    countCharges: async (invoice) => {
      const names = await readdir(join(dir, 'payments'));
      const states = await Promise.all(
        names.map((name) => readFile(join(dir, 'payments', name, 'state.json'), 'utf8')),
      );
      return states.filter((state) => JSON.parse(state).invoice === invoice).length;
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
});
