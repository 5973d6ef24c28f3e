import { uuidv5 } from './ids.ts';
import type { CommandArgs, CommandType } from './protocol/commands.ts';

export type { CommandArgs, CommandType } from './protocol/commands.ts';

/** Everything a person can want: one row per command. Both sides read this table; its verbs live in `commands/` on each side. */

/** Commands of one lane are sent first in, first out. */
export type Lane = `room:${string}` | `order:${string}` | 'user';
type Stream = `room:${string}` | `order:${string}` | `user:${string}` | `company:${string}` | 'catalog';

/** A wish with its own id: idempotency key, and for creates the entity's id, for ever. */
export interface Command<T extends CommandType = CommandType> {
  cmdId: string;
  type: T;
  /** Version of the arguments' shape. */
  v: number;
  args: CommandArgs<T>;
}

interface CommandRow<T extends CommandType> {
  v: number;
  lane(args: CommandArgs<T>): Lane;
  /** The streams a command writes, so the server can lock them before anything else. */
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
  'order.patch': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'order.place': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
  'order.transition': { v: 1, lane: orderLane, streams: (args) => [`order:${args.orderId}`] },
};

export function isCommandType(type: unknown): type is CommandType {
  return typeof type === 'string' && Object.hasOwn(commandTable, type);
}

export function laneOf<T extends CommandType>(type: T, args: CommandArgs<T>): Lane {
  return commandTable[type].lane(args);
}

/** The id the assistant's answer to a question has, known before it exists. */
export function answerIdOf(questionId: string): string {
  return uuidv5(`answer/${questionId}`);
}

/** The id of the message that hands this question over: there is one, however often and from wherever it is asked for. */
export function handoffIdOf(questionId: string): string {
  return uuidv5(`handoff/${questionId}`);
}

function roomLane(args: { roomId: string }): Lane {
  return `room:${args.roomId}`;
}

function orderLane(args: { orderId: string }): Lane {
  return `order:${args.orderId}`;
}

/** An order's room is found or made under the order's own lock, so two people cannot open two. */
function orderStream(orderId: string | undefined): Stream[] {
  return orderId === undefined ? [] : [`order:${orderId}`];
}
