import { expect, onTestFinished, test } from 'vitest';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { liveDevice } from '../../support/devices/live-device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** Devices that are online all the time. */

const server = await provideServer();

/** A device whose socket is open. */
async function device(kind: 'customer' | 'expert', looksAnyway: () => boolean) {
  const { token } = await server.signIn(kind);
  const live = await liveDevice(server.url, token, looksAnyway);
  onTestFinished(() => live.close());
  await until('it hears', () => live.hears());
  return live;
}

test('while both are online, what each writes is sent to the other, and nobody has to look for it', async () => {
  let looksAnyway = true;
  const [customer, expert] = [await device('customer', () => looksAnyway), await device('expert', () => looksAnyway)];
  const roomId = await openRoom(customer.ctx, { type: 5 });
  await sendMessage(customer.ctx, { roomId, content: 'Is 4.2 V safe?', files: [] });
  await until('the expert sees the question', async () => (await expert.shown(roomId)).length === 1);
  await until('it is confirmed', async () => /: (sent|delivered)$/.test((await customer.shown(roomId))[0] ?? ''));

  looksAnyway = false;
  const before = [customer.pages(), expert.pages()] as const;
  for (let i = 1; i <= 5; i++) {
    await sendMessage(expert.ctx, { roomId, content: `Answer ${i}`, files: [] });
    await until(`the customer sees answer ${i}`, async () => (await customer.shown(roomId)).includes(`Answer ${i}`));
    await sendMessage(customer.ctx, { roomId, content: `Thanks ${i}`, files: [] });
    await until(`the expert sees thanks ${i}`, async () =>
      (await expert.shown(roomId)).some((text) => text.startsWith(`Thanks ${i}`)),
    );
  }
  await until('all of it is delivered', async () =>
    (await customer.shown(roomId)).every((text) => text.startsWith('Answer') || text.endsWith('delivered')),
  );
  expect(await customer.shown(roomId)).toHaveLength(11);
  expect(customer.pages()).toBeGreaterThan(before[0]);
  expect(expert.pages()).toBeGreaterThan(before[1]);
});
