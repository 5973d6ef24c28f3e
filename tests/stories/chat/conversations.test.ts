import { expect, test } from 'vitest';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { deleteRoom } from '../../../src/chat/calls/room-delete.ts';
import { pinRoom } from '../../../src/chat/calls/room-pin.ts';
import { renameRoom } from '../../../src/chat/calls/room-rename.ts';
import { restoreRoom } from '../../../src/chat/calls/room-restore.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';

/** One's own conversations with the assistant, on two devices. */

const server = await provideServer();

const idsOn = async (device: Device) => (await device.rooms()).map(({ id }) => id);

/** Two devices of one user that both have a conversation. */
async function twoDevices() {
  const who = await server.signIn('engineer');
  const [phone, laptop] = [await Device.open(server, who), await Device.open(server, who)];
  const { roomId } = await askQuestion(phone.ctx, { text: 'Why does the anode overhang?', chatType: 1 });
  for (const device of [phone, laptop]) await device.sync();
  const close = () => [phone, laptop].forEach((device) => device.close());
  return { phone, laptop, roomId, close };
}

test('a title and a pin that I set offline are there at once, and later on my other device', async () => {
  const { phone, laptop, roomId, close } = await twoDevices();
  phone.network.isOn = false;
  await renameRoom(phone.ctx, { roomId, title: 'Overhang' });
  await pinRoom(phone.ctx, { roomId, pinned: true });
  await phone.restart();
  const set = { title: { text: 'Overhang' }, pin: { on: true } };
  expect((await phone.rooms())[0]).toMatchObject(set);
  phone.network.isOn = true;
  for (const device of [phone, laptop]) await device.sync();
  for (const device of [phone, laptop]) expect((await device.rooms())[0]).toMatchObject(set);
  expect(await phone.waiting()).toEqual([]);
  close();
});

test('a conversation that I delete offline goes from both devices, and comes back with the undo', async () => {
  const { phone, laptop, roomId, close } = await twoDevices();
  phone.network.isOn = false;
  await deleteRoom(phone.ctx, { roomId });
  expect(await idsOn(phone)).toEqual([]);
  phone.network.isOn = true;
  for (const device of [phone, laptop]) await device.sync();
  expect([await idsOn(phone), await idsOn(laptop)]).toEqual([[], []]);
  phone.network.isOn = false;
  await restoreRoom(phone.ctx, { roomId });
  expect(await idsOn(phone)).toEqual([roomId]);
  phone.network.isOn = true;
  for (const device of [phone, laptop]) await device.sync();
  expect([await idsOn(phone), await idsOn(laptop)]).toEqual([[roomId], [roomId]]);
  close();
});

test('a question that I asked offline brings back the conversation that I deleted on my other device', async () => {
  const { phone, laptop, roomId, close } = await twoDevices();
  phone.network.isOn = false;
  await askQuestion(phone.ctx, { roomId, text: 'And on the other side?', chatType: 1 });
  await deleteRoom(laptop.ctx, { roomId });
  await laptop.sync();
  expect(await idsOn(laptop)).toEqual([]);
  phone.network.isOn = true;
  for (const device of [phone, laptop]) await device.sync();
  expect([await idsOn(phone), await idsOn(laptop)]).toEqual([[roomId], [roomId]]);
  expect(await laptop.shown(roomId)).toContain('And on the other side?: sent');
  close();
});

test('a fresh device of mine has the title, and not the conversation that I deleted', async () => {
  const who = await server.signIn('engineer');
  const phone = await Device.open(server, who);
  const { roomId } = await askQuestion(phone.ctx, { text: 'What is a pouch cell?', chatType: 1 });
  const { roomId: gone } = await askQuestion(phone.ctx, { text: 'What is NMP?', chatType: 2 });
  await renameRoom(phone.ctx, { roomId, title: '파우치 셀' });
  await deleteRoom(phone.ctx, { roomId: gone });
  await phone.sync();
  const laptop = await Device.open(server, who);
  await laptop.sync();
  expect((await laptop.rooms()).map(({ id, title }) => [id, title?.text])).toEqual([[roomId, '파우치 셀']]);
  for (const device of [phone, laptop]) device.close();
});
