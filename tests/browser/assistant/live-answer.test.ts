import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { supportedBy } from '../../support/servers/grounded-reply.ts';
import { chunk, type ModelServer, startModelServer, streamed } from '../../support/servers/model-server.ts';
import { signIn, startProduct, type Product } from '../../support/servers/product.ts';

/** An answer of a language model on its asker's devices, from the first word to the last. */

let model: ModelServer;
let product: Product;
let desk: Device;
let mobile: Device;

const question = 'What are the dimensions of a 21700 cell?';
const start = 'The 4680 cell is 46 mm';

beforeAll(async () => {
  model = await startModelServer();
  product = await startProduct({ LLM_BASE_URL: model.url, LLM_MODEL: 'stand-in' });
  [desk, mobile] = [await openDevice(), await openDevice({ viewport: phone })];
  for (const { page } of [desk, mobile]) await signIn(page, product.url, 'engineer@demo.vfp');
});
afterAll(async () => {
  await desk?.close();
  await mobile?.close();
  await product?.close();
  await model?.close();
});
beforeEach(() => {
  model.reply = (response, call) => streamed(response, supportedBy(call));
});

/** Has the model begin, and wait for the test to end it. */
function begun(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    model.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk(start));
      resolve(response);
    };
  });
}

function end(response: ServerResponse, rest: string): void {
  response.end(`${chunk(rest)}${chunk('', 'stop')}data: [DONE]\n\n`);
}

async function askIn(page: Page): Promise<string> {
  await page.goto(`${product.url}/chat/general?c=new`);
  const box = page.getByRole('textbox', { name: 'Your question' });
  await box.fill(question);
  await box.press('Enter');
  await page.waitForURL(/\?c=(?!new)/);
  await page.getByRole('log').getByText(question).first().waitFor();
  return page.url();
}

const log = (page: Page) => page.getByRole('log', { name: /assistant/i });

test('an answer appears as it is written, also after a reload and on another device, and is whole in the end', async () => {
  const asked = begun();
  const address = await askIn(desk.page);
  const upstream = await asked;
  await log(desk.page).getByText(start).waitFor();
  await desk.page.getByRole('button', { name: 'Stop' }).waitFor();
  expect(await problemsHere(desk.page, 'an answer being written')).toEqual([]);

  await desk.page.reload();
  await log(desk.page).getByText(start).waitFor();
  await mobile.page.goto(address);
  await log(mobile.page).getByText(start).waitFor();

  await mobile.context.setOffline(true);
  await mobile.page.getByText('It will be here when you are online again').waitFor();
  end(upstream, ' wide [1]. It weighs 999 kg [1].');
  await log(desk.page).getByText('Written by a language model').waitFor();
  await log(desk.page).getByText('(figure not found in the sources)').waitFor();
  await mobile.context.setOffline(false);
  await log(mobile.page).getByText('Written by a language model').waitFor();
  await log(mobile.page).getByText('(figure not found in the sources)').waitFor();
  expect([...desk.problems, ...mobile.problems]).toEqual([]);
});

test('I stop an answer: the part that is written stays', async () => {
  const asked = begun();
  await askIn(desk.page);
  await asked;
  await log(desk.page).getByText(start).waitFor();
  await desk.page.getByRole('button', { name: 'Stop' }).click();
  await log(desk.page).getByText('You stopped this answer').waitFor();
  expect(await log(desk.page).getByText(start).count()).toBe(1);
});

test('I try again and change my question: each is a version, and I go between them', async () => {
  const { page } = desk;
  await askIn(page);
  await log(page).getByText('Written by a language model').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  const versions = page.getByRole('group', { name: 'Versions of this question' });
  await versions.getByText('2 of 2').waitFor();
  await log(page).getByText('Written by a language model').waitFor();

  await page.getByRole('button', { name: 'Edit and ask again' }).click();
  const box = page.getByRole('textbox', { name: 'Your changed question' });
  await box.fill('How heavy is a 4680 cell?');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await versions.getByText('3 of 3').waitFor();
  await log(page).getByText('How heavy is a 4680 cell?').first().waitFor();
  expect(await log(page).locator('[data-message]').getByText(question, { exact: true }).count()).toBe(0);
  await page.getByText('Written by a language model').waitFor();
  expect(await problemsHere(page, 'versions of a question')).toEqual([]);

  await versions.getByRole('button', { name: 'Earlier version' }).click();
  await versions.getByText('2 of 3').waitFor();
  await log(page).locator('[data-message]').getByText(question, { exact: true }).first().waitFor();
  // The choice is this device's, and stays.
  await page.reload();
  await versions.getByText('2 of 3').waitFor();
});

test('a model that fails leaves the checked text, and says so', async () => {
  model.reply = (response) => response.writeHead(500).end();
  await askIn(mobile.page);
  await log(mobile.page).getByText('The language model did not finish').waitFor();
  expect(await problemsHere(mobile.page, 'an answer without the model')).toEqual([]);
});
