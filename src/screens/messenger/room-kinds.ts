import type { RoomType } from '#domain/chat.ts';

/** Which kinds of rooms belong together on a screen. */
export const expertRooms: readonly RoomType[] = [5];
export const orderRooms: readonly RoomType[] = [6, 7];
export const everyRoom: readonly RoomType[] = [...expertRooms, ...orderRooms];

/** What one may begin with in an empty room about an order: keys of chat.json under `template`. */
export const orderTemplates: readonly string[] = ['testing', 'pricing', 'component', 'cell'];
