import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '#domain/order/life/record.ts';
import { readConfig } from '../../server/ground/config.ts';
import { demoOrders } from '../../server/demo/orders.ts';
import { demoPassword } from '../../server/demo/users.ts';
import { silentLog } from '../../server/ground/log.ts';
import { serve } from '../../server/serve.ts';
import { type Life, newLife, steps, take } from './life.ts';
import { signIn } from './caller.ts';

/** Accounts whose calls drive the order: e-mail address and password, with a colon between them. */
export interface Accounts {
  customer: string;
  staff: string;
}

export const demoAccounts: Accounts = {
  customer: `engineer@demo.vfp:${demoPassword}`,
  staff: `expert@demo.vfp:${demoPassword}`,
};

/** Runs with a server of its own, which begins with the demo's accounts and is gone afterwards. */
export async function withOwnServer(run: (url: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-order-'));
  try {
    const here = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir };
    const config = readConfig({ ...here, DEMO: '1', OWN_KNOWLEDGE: '0', LOG_LEVEL: 'silent' });
    const server = await serve(config, { log: silentLog });
    try {
      return await run(server.url);
    } finally {
      await server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Drives an order from draft to received, and prints each call with its status.
 * @returns false after the first reply that is not the expected one
 */
export async function drive(server: string, accounts: Accounts, print: (line: string) => void): Promise<boolean> {
  const [customer, staff] = [await signIn(server, accounts.customer), await signIn(server, accounts.staff)];
  const doc = demoOrders[0]?.doc ?? {};
  const life = newLife({ customer, staff, doc });
  for (const step of steps) {
    const taken = await take(step, life);
    const shown = 'problem' in taken ? `expected ${step.expected}: ${taken.problem}` : taken.shown;
    print(`${taken.status} ${taken.method.padEnd(4)} ${taken.path}   ${step.title} (${step.who}): ${shown}`);
    if ('problem' in taken) return false;
  }
  return await isRecorded(life, print);
}

/** Checks that the record of the order is whole. */
async function isRecorded({ customer, orderId }: Life, print: (line: string) => void): Promise<boolean> {
  const path = `/po_system/orders/${orderId}/record`;
  const { status, text } = await customer.call({ method: 'GET', path });
  const parts = readRecord(text);
  const isWhole = status === 200 && Array.isArray(parts);
  const lines = isWhole ? parts.map(({ head }) => head.count).join(' and ') : 0;
  print(`${status} GET  ${path}   Read its record (customer): ${isWhole ? `${lines} lines, whole` : text}`);
  return isWhole;
}
