import { onTestFinished } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { Device } from './device.ts';
import type { TestServer } from '../servers/server.ts';

/** An engineer and an expert, each with a device, and their room. */
export interface Talk {
  engineer: Device;
  expert: Device;
  roomId: string;
  /** Sends a message to the room from this device. */
  say(device: Device, content: string, ...files: File[]): Promise<string>;
}

/** Creates a talk for the running test. The room has been opened, and so far only the engineer's device knows it. */
export async function unsentTalk(server: TestServer): Promise<Talk> {
  const engineer = await Device.open(server, await server.signIn('engineer'));
  onTestFinished(() => engineer.close());
  const expert = await Device.open(server, await server.signIn('expert'));
  onTestFinished(() => expert.close());
  const roomId = await openRoom(engineer.ctx, { type: 5 });
  const say: Talk['say'] = (device, content, ...files) => sendMessage(device.ctx, { roomId, content, files });
  return { engineer, expert, roomId, say };
}

/** Creates a talk whose room the server knows. */
export async function talkOn(server: TestServer): Promise<Talk> {
  const talk = await unsentTalk(server);
  await talk.engineer.sync();
  return talk;
}
