import { createHash } from 'node:crypto';
import { type Command, commandTable, isCommandType, laneOf } from '#domain/spine/commands.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import { type ErrorCode, Refusal, errors } from '#domain/ground/errors.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';

/** A command as received; `args` are not validated yet. */
export interface IncomingCommand {
  cmdId: string;
  type: string;
  v: number;
  args: unknown;
  deps?: readonly string[] | undefined;
}

/** A command with validated arguments. */
export interface CheckedCommand {
  command: Command;
  lane: string;
  deps: readonly string[];
  /** SHA-256 of its content, as hex. The same id with another hash is a conflict. */
  hash: string;
}

/** A validated command, or the refusal of an invalid one. */
export type Parsed = CheckedCommand | { lane: string | undefined; result: PushResult };

export function isChecked(parsed: Parsed): parsed is CheckedCommand {
  return 'command' in parsed;
}

/** Validates the arguments of a command type. Unknown fields are errors too. */
export type CheckArgs = <T extends CommandType>(type: T, args: unknown) => { args: CommandArgs<T> } | Refusal;

/**
 * Validates type, version and arguments of a command. Refusals from here are not stored as receipts, because after an
 * update of the server the same command may be valid.
 */
export function parseCommand(incoming: IncomingCommand, check: CheckArgs): Parsed {
  const { type, v } = incoming;
  if (!isCommandType(type) || v > commandTable[type].v) return refused(incoming, 'UPDATE_NEEDED');
  return checkedCommand(incoming, type, check);
}

function checkedCommand(incoming: IncomingCommand, type: CommandType, check: CheckArgs): Parsed {
  const { cmdId, v, deps } = incoming;
  const checked = check(type, incoming.args);
  if (checked instanceof Refusal) return refused(incoming, checked.code, checked.details);
  const command: Command = { cmdId, type, v, args: checked.args };
  return { command, lane: laneOf(type, checked.args), deps: deps ?? [], hash: hashOf(command) };
}

/** Returns the SHA-256 of a command's content. Files count by name, size and bytes, so that push and REST agree. */
function hashOf({ type, v, args }: Command): string {
  const hashed =
    'files' in args ? { ...args, files: args.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })) } : args;
  return createHash('sha256')
    .update(canonicalJson({ type, v, args: hashed }))
    .digest('hex');
}

function refused({ cmdId, type, args }: IncomingCommand, code: ErrorCode, details?: unknown): Parsed {
  const plain = { cmdId, s: 'rejected' as const, code, message: errors[code][1] };
  const orderId = typeof args === 'object' && args !== null && 'orderId' in args ? args.orderId : undefined;
  const lane = type.startsWith('order.') && typeof orderId === 'string' ? `order:${orderId}` : undefined;
  return { lane, result: details === undefined ? plain : { ...plain, details } };
}
