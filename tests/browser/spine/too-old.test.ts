import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { buildOf, startDeployment, type Deployment } from '../../support/browser/builds.ts';
import { queued } from '../../support/devices/disk.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** A version that the server no longer accepts: the app says so once everything is stored, and offers a way out. */

let deployment: Deployment;
let device: Device;

beforeAll(async () => {
  deployment = await startDeployment(true);
  device = await openDevice();
});
afterAll(async () => {
  await device?.close();
  await deployment?.close();
});

test('an outdated version says so above everything, keeps pending messages, and the update sends them', async () => {
  const { page } = device;
  // The conversation on the screen is marked as read; nothing is sent until the page is offline, or the dialog would open.
  const push = '**/sync/push';
  await page.route(push, (route) => route.abort());
  await signIn(page, deployment.url, 'engineer@demo.vfp', ['lastSyncedAt']);
  await device.context.setOffline(true);
  await openExpertRoom(page, deployment.url);
  const box = page.getByRole('textbox', { name: 'Message' });
  await write(page, 'From an old version');
  await expect.poll(() => box.inputValue()).toBe('');
  await box.pressSequentially('and half a');
  expect(await queued(page)).toBeGreaterThan(0);
  await page.unroute(push);
  await device.context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'This version is too old' });
  await dialog.getByText('waits and is sent after the update').waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog.count()).toBe(1);
  expect(await dialog.getByRole('button').count()).toBe(1);
  expect(await problemsHere(page, 'a version that is too old')).toEqual([]);
  let loads = 0;
  page.on('load', () => loads++);
  deployment.deployNext();
  await page.keyboard.press('Enter');
  await until('the page runs the next build', async () => (await page.evaluate(buildOf)) !== 'first');
  await until('what waited was sent', async () => (await queued(page)) === 0);
  expect(await countOf(deployment.serving.db, 'From an old version')).toBe(1);
  await expect.poll(() => box.inputValue()).toBe('and half a');
  expect(await dialog.count()).toBe(0);
  expect(loads).toBe(1);
});
