import process from 'node:process';
import { parseArgs } from 'node:util';
import { demoAccounts, drive, withOwnServer } from './order/demo.ts';
import { verify } from './order/verify.ts';

/** `npm run order`: drives an order through the API, or checks a record. Exits with 1 if a result is unexpected. */

const usage = `npm run order -- --demo                    an order from draft to received, with a server of its own
  --at URL                 on this server instead
  --customer EMAIL:PASSWORD, --staff EMAIL:PASSWORD
                           whose calls they are; else the demo's accounts
npm run order -- --verify FILE             whether the record of an order is whole
  --against URL            and whether this server has the same lines, read with the account of --customer; or postgres://...
The calls are described in docs/orders.md.`;

const { values } = parseArgs({
  options: {
    demo: { type: 'boolean' },
    at: { type: 'string' },
    customer: { type: 'string', default: demoAccounts.customer },
    staff: { type: 'string', default: demoAccounts.staff },
    verify: { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean' },
  },
});

/** Thrown when the output is no longer read, or a signal asks to stop: what was begun is then cleaned up. */
class Stopped extends Error {}

let isStopped = false;
const stop = () => {
  isStopped = true;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const) process.on(signal, stop);
// `| head` closes the pipe after a few lines, which is an error of the stream and not of the writing call.
process.stdout.on('error', stop);

const print = (line: string) => {
  if (isStopped) throw new Stopped();
  console.log(line);
};
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Stopped)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<boolean> {
  const { at, against, customer, staff } = values;
  if (values.verify !== undefined) return await verify(values.verify, against, customer, print);
  if (values.demo !== true) {
    print(usage);
    return values.help === true;
  }
  const drives = (url: string) => drive(url, { customer, staff }, print);
  return await (at === undefined ? withOwnServer(drives) : drives(at.replace(/\/+$/, '')));
}
