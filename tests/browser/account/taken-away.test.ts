import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { actorOf } from '../../../server/session/users.ts';
import { wish } from '../../support/users.ts';
import { push } from '../../support/servers/processes.ts';
import { photo, provideProduct } from '../../support/servers/product.ts';

/** What an expert deletes disappears from an open page of the user, and from the user's disk. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

/** An expert working on another device. */
async function expertElsewhere() {
  const user = await actorOf(product.db, demoId('expert'));
  if (user === undefined) throw new Error('the demo has no expert');
  return {
    user,
    token: await openSession(product.db, user.id, { deviceId: null, userAgent: null, remember: true }),
  };
}

test('a deleted message and then the whole conversation go while I look at them; what I had begun to send stays mine', async () => {
  const { page, context } = device;
  const expert = await expertElsewhere();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  const box = page.getByRole('textbox', { name: 'Message' });
  await page.locator('input[type=file]').setInputFiles(photo);
  await box.fill('the secret recipe');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await log.getByText('the secret recipe').waitFor();
  await page.waitForFunction(
    () => document.querySelector('[data-delivery="sent"], [data-delivery="delivered"]') !== null,
  );
  const { rows } = await sql<{ id: string; roomId: string }>`
    select id, room_id as "roomId" from messages where data ->> 'content' = 'the secret recipe'`.execute(product.db);
  const sent = rows[0];
  if (sent === undefined) throw new Error('the message has not arrived');
  const { roomId } = sent;

  await push(product.url, expert, wish('message.redact', { roomId, messageId: sent.id }));
  await log.getByText('This message was deleted.').waitFor();
  expect(await log.getByText('the secret recipe').count()).toBe(0);

  await context.setOffline(true);
  await box.fill('never sent');
  await page.keyboard.press('Enter');
  await log.getByText('never sent').waitFor();
  await push(product.url, expert, wish('member.remove', { roomId, userId: demoId('engineer') }));
  await context.setOffline(false);
  await page.goto(`${product.url}/waiting`);
  const item = page.getByRole('listitem').filter({ hasText: 'never sent' });
  // The text depends on which arrives first, the refusal or the event.
  await item.getByText(/no longer in this conversation|no longer exists/).waitFor();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('heading').first().waitFor();
  expect(await page.getByText('This message was deleted.').count()).toBe(0);
  expect(device.problems).toEqual([]);
});
