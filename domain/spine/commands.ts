import { uuidv5 } from '../ground/ids.ts';
import type { CommandArgs, CommandType } from './wire/commands.ts';

/**
 * Command table: one row per command type, read by client and server. To add one (the compiler or a test names what is
 * missing, except how it is shown while it is pending):
 * 1. its arguments in `wire/commands.ts`, and its row here
 * 2. `src/<noun>/calls/<name>.ts`, which appends it; `src/chat/views/project-room.ts` or `project-order.ts`, which shows it pending
 * 3. `server/<noun>/commands/<name>.ts` with its row in `server/start/nouns.ts`: who may, and which events follow
 * 4. its title in `src/db/unsent-commands.ts` and, per language, in `public/locales`; its icon in `src/shell/waiting/waiting-row.tsx`
 * 5. its model in `tests/simulation/model/commands.ts`; in `tests/server/spine/bus` its case with its cost, its arguments in
 *    `oracles.test.ts`, and how it is drawn at random
 */

/** Queue of commands that are sent first in, first out. */
export type Lane = `room:${string}` | `order:${string}` | 'user';
type Stream = `room:${string}` | `order:${string}` | `user:${string}` | `company:${string}` | 'catalog';

/** A command. `cmdId` is its permanent idempotency key; for creates it is also the id of the new entity. */
export interface Command<T extends CommandType = CommandType> {
  cmdId: string;
  type: T;
  /** Version of the shape of `args`. */
  v: number;
  args: CommandArgs<T>;
}

interface CommandRow<T extends CommandType> {
  v: number;
  lane(args: CommandArgs<T>): Lane;
  /** Streams that the command writes to. The server locks them before it does anything else. */
  streams(args: CommandArgs<T>, actorId: string): Stream[];
}

type CommandTable = { [T in CommandType]: CommandRow<T> };

export const commandTable: CommandTable = {
  'room.open': {
    v: 1,
    lane: (args) => `room:${args.roomId}`,
    streams: (args, actorId) => [`room:${args.roomId}`, `user:${actorId}`, ...orderStream(args.orderId)],
  },
  'chat.send': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'read.mark': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'question.ask': {
    v: 1,
    lane: roomLane,
    streams: (args, actorId) => [`room:${args.roomId}`, `user:${actorId}`],
  },
  'message.redact': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'member.remove': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`, `user:${args.userId}`] },
  'feedback.give': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'handoff.request': {
    v: 1,
    lane: (args) => `room:${args.roomId}`,
    streams: (args, actorId) => [`room:${args.roomId}`, `room:${args.expertRoomId}`, `user:${actorId}`],
  },
  'room.rename': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'room.pin': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'room.delete': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'room.restore': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'room.assign': { v: 1, lane: roomLane, streams: (args) => [`room:${args.roomId}`] },
  'order.patch': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'order.share': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'order.place': {
    v: 1,
    lane: orderLane,
    streams: ({ orderId }, actorId) => [`order:${orderId}`, `room:${orderRoomIdOf(orderId)}`, `user:${actorId}`],
  },
  'order.transition': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'order.note': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'order.assign': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'parcel.change': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'cells.mark': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'report.add': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'report.publish': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'report.withdraw': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
};

/** Whether a value is a command type that this version knows. */
export function isCommandType(type: unknown): type is CommandType {
  return typeof type === 'string' && Object.hasOwn(commandTable, type);
}

/** Returns the lane of a command: commands with the same lane are applied in order. */
export function laneOf<T extends CommandType>(type: T, args: CommandArgs<T>): Lane {
  return commandTable[type].lane(args);
}

/** Returns the streams that a command writes, as far as its arguments name them. */
export function streamsOf<T extends CommandType>(
  { type, args }: Pick<Command<T>, 'type' | 'args'>,
  actorId: string,
): Stream[] {
  return commandTable[type].streams(args, actorId);
}

/** Returns the id of the assistant's answer to a question, which is known before the answer exists. */
export function answerIdOf(questionId: string): string {
  return uuidv5(`answer/${questionId}`);
}

/** Returns the id of a question's handoff message, always the same: repeated requests from any device create one. */
export function handoffIdOf(questionId: string): string {
  return uuidv5(`handoff/${questionId}`);
}

/** Returns the id of the room that placing an order opens where the order has none. */
export function orderRoomIdOf(orderId: string): string {
  return uuidv5(`order-room/${orderId}`);
}

function roomLane(args: { roomId: string }): Lane {
  return `room:${args.roomId}`;
}

function orderLane(args: { orderId: string }): Lane {
  return `order:${args.orderId}`;
}

/** An order's room is looked up or created under the order's lock, so two users cannot create two rooms. */
function orderStream(orderId: string | undefined): Stream[] {
  return orderId === undefined ? [] : [`order:${orderId}`];
}
