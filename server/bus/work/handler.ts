import type { FileRef } from '#domain/chat.ts';
import type { Command, CommandType } from '#domain/commands.ts';
import type { Work } from './work.ts';

/** What a command needs to have read before it is decided, beside the person and the rooms and orders it names. */
export interface Needs {
  rooms?: string[];
  orders?: string[];
  messages?: string[];
  files?: FileRef[];
  /** The actor's open room with the experts. */
  expertRoom?: true;
  /** The room of this order. */
  roomOfOrder?: string;
  /** The actor's room of this result. */
  roomOfResult?: string;
  /** What was asked and answered last in this room, with the new question. */
  question?: { roomId: string; text: string; chatType: 1 | 2 | 3 | 4 };
}

/** One command's rules: pure decisions over what was read. It refuses by throwing a `Refusal`. */
export interface Handler<T extends CommandType = CommandType> {
  needs(command: Command<T>): Needs;
  /** Decides; what it returns is told to the sender. */
  handle(work: Work, command: Command<T>): object | undefined;
}
