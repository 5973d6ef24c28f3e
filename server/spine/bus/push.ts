import type { TSchema } from 'typebox';
import type { OrderRole } from '#domain/order/life/status.ts';
import { commandArgs, type CommandArgs, type CommandType } from '#domain/spine/wire/commands.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import type { Log } from '../../ground/log.ts';
import type { Tx } from '../../database/db.ts';
import { type Validate, validatorOf, refusalFor } from '../../ground/validation.ts';
import { Failures } from './failed-writes.ts';
import { executeFrames, type FrameDeps } from './frames.ts';
import { Lanes } from './lanes.ts';
import { type CheckArgs, type CheckedCommand, type IncomingCommand, parseCommand } from './parse.ts';
import { splitByWaiting } from './split-by-waiting.ts';
import { checkNouns } from '../work/rules.ts';
import { executeFrameWithin, type TransactionDeps } from './transaction.ts';

/**
 * Executes commands. Every write to the event log goes through it, except what no user does: a deleted user's name
 * is removed, and claims that were read in files are added.
 */
export interface Bus {
  /**
   * Executes commands of one user, in order.
   * @param device id of the device that sent them, if it is known
   * @returns one result per command, in the same order
   * @throws if the whole call failed and should be repeated, for example in an outage of the database
   */
  executeCommands(actorId: string, commands: readonly IncomingCommand[], device?: string | null): Promise<PushResult[]>;
  /**
   * Executes one command in the caller's transaction.
   * @param as role of the actor for the order, which the caller has checked
   * @param held streams that the transaction has locked first (`lockedTransaction`); without it, this command is its
   *   first statement
   * @returns its result, and a function that the caller calls after the commit, so that devices pull
   * @throws if it could not be written, LockMissing if it needs another lock; the transaction must then end
   */
  executeWithin(
    tx: Tx,
    actorId: string,
    command: IncomingCommand,
    as: OrderRole,
    held?: ReadonlySet<string>,
  ): Promise<{ result: PushResult; announce: () => void }>;
}

export type BusDeps = TransactionDeps & { log: Log };

/** Creates the bus of this process. @throws Error if rules use a part that the nouns do not list */
export function createBus(given: BusDeps): Bus {
  const deps: FrameDeps = { ...given, failures: new Failures() };
  checkNouns(given.nouns);
  const { rules } = given.nouns;
  const waitsForFiles = ({ command }: CheckedCommand) => (rules[command.type].waitsFor?.(command) ?? []).length > 0;
  return {
    async executeCommands(actorId, commands, device = null) {
      const caller = { id: actorId, origin: { device, receivedAt: new Date().toISOString() } };
      const parsed = commands.map((command) => parseCommand(command, checkArgs));
      const { atOnce, waiting, merge } = splitByWaiting(parsed, waitsForFiles);
      const first = await executeFrames(deps, caller, atOnce, new Lanes());
      if (waiting.length === 0) return first.results;
      const then = await executeFrames(deps, caller, waiting, first.lanes);
      return merge(first.results, then.results);
    },
    async executeWithin(tx, actorId, command, as, held) {
      const parsed = parseCommand(command, checkArgs);
      if ('result' in parsed) return { result: parsed.result, announce: () => undefined };
      const attempt = { caller: { id: actorId, as }, frame: [parsed], lanes: new Lanes() };
      const commit = await executeFrameWithin(deps, tx, attempt, held);
      const [result] = commit.results;
      if (result === undefined) throw new Error('a command has no result');
      return { result, announce: commit.announce };
    },
  };
}

/** Validators of the arguments, by command type. */
const validators = new Map<string, Validate<unknown>>(
  Object.entries(commandArgs).map(([type, schema]) => [type, validatorOf<TSchema>(schema)]),
);

const checkArgs: CheckArgs = <T extends CommandType>(type: T, args: unknown) => {
  const validate = validators.get(type) as Validate<CommandArgs<T>> | undefined;
  if (validate === undefined) throw new Error(`${type} has no schema`);
  const result = validate(args);
  return 'value' in result ? { args: result.value } : refusalFor(result.problems);
};
