import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { findHeadlessChromium } from '../../scripts/chromium.ts';

/**
 * One Chromium for all browser files of a run, where possible one without windows: they took half of its processor time.
 * A file that needs a window or a profile on a disk starts its own (`browser.ts`).
 */
declare module 'vitest' {
  interface ProvidedContext {
    browserAddress: string | undefined;
  }
}

let server: BrowserServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  const executablePath = findHeadlessChromium();
  if (executablePath !== undefined) server = await chromium.launchServer({ executablePath, ...launching });
  project.provide('browserAddress', server?.wsEndpoint());
}

export async function teardown(): Promise<void> {
  await server?.close();
}

/** How every Chromium of a test is started. */
export const launching = {
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

let connected: Promise<Browser> | undefined;

/** The shared Chromium, as this file's process is connected with it. */
export function sharedBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  if (address === undefined) throw new Error('No Chromium: run npm test, which installs one.');
  connected ??= chromium.connect(address);
  return connected;
}
