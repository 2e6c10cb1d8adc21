// A customer who sends requests at a steady rate. It is a separate process, so that the work of the other customers
// does not delay its clock.
import { Customer } from './neighbours/customer.ts';

const SHOW_EVERY_MS = 10;
const CREATE_EVERY_MS = 50;

const [url = '', key = ''] = process.argv.slice(2);
const customer = new Customer(url, key);
const { id } = await customer.createTicket();
let times: number[] = [];
let under: Promise<unknown>[] = [];
let timers: NodeJS.Timeout[] = [];

/** Starts each request on time, however long others take. */
function ask(every: number, act: () => Promise<unknown>): NodeJS.Timeout {
  return setInterval(() => {
    const began = performance.now();
    under.push(act().then(() => times.push(performance.now() - began)));
  }, every);
}

async function end(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  await Promise.all(under);
  process.send?.({ times });
  [times, under, timers] = [[], [], []];
}

process.on('message', (message: 'begin' | 'end') => {
  if (message === 'end') return void end();
  timers = [ask(SHOW_EVERY_MS, () => customer.show(id)), ask(CREATE_EVERY_MS, () => customer.createTicket())];
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
