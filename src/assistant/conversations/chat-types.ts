import type { RoomType } from '#domain/account/room-types.ts';

/** Topics of the assistant, in display order. */
export const chatTypes = [
  { type: 1, name: 'general', path: '/chat/general' },
  { type: 2, name: 'supplier', path: '/chat/supplier-provider' },
  { type: 3, name: 'spec', path: '/chat/spec-drawing' },
  { type: 4, name: 'benchmark', path: '/chat/benchmarking' },
] as const;

export type ChatType = (typeof chatTypes)[number]['type'];

/** Returns the topic of a room type. */
export function topicOf(type: RoomType): (typeof chatTypes)[number] {
  return chatTypes.find((row) => row.type === type) ?? chatTypes[0];
}
