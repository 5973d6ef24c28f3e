import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../scripts/chromium.ts';
import { launching } from '../tests/support/browser/shared-browser.ts';
import { type FaultyNetwork, faultyNetwork } from '../tests/support/servers/proxy.ts';
import { cpuMsOf, pidsNaming } from './processes.ts';
import type { Costs } from './rows.ts';

/**
 * A Chromium with a fresh profile on the disk, and one page. A mere context in a shared browser would keep its
 * databases in memory. Its bytes are counted by a proxy.
 */
export interface Device {
  page: Page;
  /** The address of its page. */
  url: string;
  network: Pick<FaultyNetwork, 'up' | 'down'>;
  /** Processor time in ms of all its processes. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** The bench's pages: what is measured, and what is beside it. */
export type Kind = 'ceiling' | 'vfp';

export async function openDevice(kind: Kind, serverUrl: string, folder: string): Promise<Device> {
  const network = await faultyNetwork(() => Number(new URL(serverUrl).port));
  const profile = mkdtempSync(join(folder, 'profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    ...launching,
    // The bench ends by itself, and its browsers with it.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const pids = pidsNaming(profile);
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => console.error(`${kind}: ${error.message}`));
  const url = `${network.url}/${kind}.html`;
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in globalThis);
  return {
    page,
    url,
    network,
    cpuMs: () => cpuMsOf(pids),
    async close() {
      await context.close();
      await network.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A writer and a reader, each in a browser of its own. */
export interface Pair {
  writer: Page;
  reader: Page;
  /** Starts to count. @returns the costs per message until nothing more is sent */
  counting(): (messages: number) => Promise<Costs>;
  close(): Promise<void>;
}

/** @param serverCpuMs processor time in ms of the server and its database */
export async function openPair(open: () => Promise<Device>, serverCpuMs: () => number): Promise<Pair> {
  const [writer, reader] = [await open(), await open()];
  const used = (): Costs => ({
    cpu: writer.cpuMs() + reader.cpuMs() + serverCpuMs(),
    writerUp: writer.network.up(),
    writerDown: writer.network.down(),
    readerDown: reader.network.down(),
  });
  return {
    writer: writer.page,
    reader: reader.page,
    counting() {
      const before = used();
      return async (messages) => {
        await quiet(used);
        const after = used();
        const names = Object.keys(after) as (keyof Costs)[];
        return Object.fromEntries(
          names.map((name) => [name, (after[name] - before[name]) / messages]),
        ) as unknown as Costs;
      };
    },
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}

/** Resolves when no byte has passed for a while. */
async function quiet(used: () => Costs): Promise<void> {
  const bytes = () => JSON.stringify({ ...used(), cpu: 0 });
  for (let before = ''; before !== bytes();) {
    before = bytes();
    await wait(quietMs);
  }
}

const quietMs = 300;
