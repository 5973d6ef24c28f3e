import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { findHeadlessChromium } from '../../../scripts/chromium.ts';

/**
 * One Chromium for all browser files of a run, headless without windows where possible, because windows took half of
 * its processor time. Files that need a window or a profile on disk start their own (`browser.ts`).
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

/** Launch options of every Chromium in tests. Its own calls would take a third of a core where there is no internet. */
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

/** Returns the shared Chromium, connected to this file's process. */
export function sharedBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  if (address === undefined) throw new Error('No Chromium: run npm test, which installs one.');
  connected ??= chromium.connect(address);
  return connected;
}
