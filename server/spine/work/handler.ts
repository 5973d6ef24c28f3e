import type { FileRef } from '#domain/chat/chat.ts';
import type { Command } from '#domain/spine/commands.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import type { Work } from './work.ts';

/** Rows that a command needs to read, besides the actor and the rooms and orders it names. */
export interface Needs {
  rooms?: string[];
  orders?: string[];
  /** The one of `orders` that the command makes if it does not exist: a number is drawn for it. */
  newOrder?: string;
  messages?: string[];
  files?: FileRef[];
  /** The actor's open expert room. */
  expertRoom?: true;
  /** The room of this order. */
  roomOfOrder?: string;
  /** The actor's room of this result. */
  roomOfResult?: string;
  /** Id of an order whose expert in charge is read. */
  desk?: string;
  /** Whether this user is an active member of staff. */
  staffMember?: string;
  /** Other users, to see what they may do. */
  users?: string[];
  /** Reports that staff have added to orders, by id. */
  reports?: string[];
  /** All reports that staff have added to this order. */
  reportsOf?: string;
  /** The current rate card. */
  rateCard?: true;
  /** The last question and answer of this room, with the new question. */
  question?: { roomId: string; text: string; chatType: 1 | 2 | 3 | 4 };
}

/** The rules of a command: pure decisions over loaded rows. */
export interface Handler<T extends CommandType = CommandType> {
  needs(command: Command<T>): Needs;
  /** Decides the command. @returns `out` of the receipt. @throws Refusal */
  handle(work: Work, command: Command<T>): object | undefined;
}

/** Returns the rules of a command by its type. */
export type HandlerOf = <T extends CommandType>(type: T) => Handler<T>;
