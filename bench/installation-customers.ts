// Customers who order an application for all their servers at the same moment. They share a core with the customer
// whose requests are timed. They run at a lower priority, so that their own work does not count as the server's.
import { constants, setPriority } from 'node:os';
import { Customer } from './neighbours/customer.ts';

/** The shipped recipe with the most packages among those that every simulated server supports. */
const SLUG = 'nginx';

export interface Order {
  readonly key: string;
  readonly servers: readonly number[];
}

const [url = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_LOW);

async function install(customer: Customer, hosting_id: number): Promise<void> {
  const order = { hosting_id, slug: SLUG, parameters: {} };
  const { action_id } = await customer.post<{ action_id: number }>('/applications', order);
  await customer.waitFor(action_id);
}

/** Replies when everything is installed. */
process.on('message', async (orders: readonly Order[]) => {
  const began = performance.now();
  await Promise.all(
    orders.map(async ({ key, servers }) => {
      const customer = new Customer(url, key);
      await Promise.all(servers.map((server) => install(customer, server)));
      customer.close();
    }),
  );
  process.send?.({ tookMs: performance.now() - began });
});
process.on('disconnect', () => process.exit(0));
