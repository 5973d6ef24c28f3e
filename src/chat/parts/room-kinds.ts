import type { RoomType } from '#domain/account/room-types.ts';

/** Groups of room types that share a screen. */
export const expertRooms: readonly RoomType[] = [5];
export const orderRooms: readonly RoomType[] = [6, 7];
export const everyRoom: readonly RoomType[] = [...expertRooms, ...orderRooms];

/** Templates for an empty order room: keys of chat.json under `template`. */
export const orderTemplates: readonly string[] = ['testing', 'pricing', 'component', 'cell'];
