import { commandTable } from '#domain/spine/commands.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import type { Bus } from '../spine/bus/push.ts';
import type { IncomingCommand } from '../spine/bus/parse.ts';
import { demoId } from './users.ts';

/** Sends commands of the demo's users. The id of each command follows from its name. */
export interface Typing {
  /** Sets the time to `ago` ms before now, and `step` ms later with each message. */
  at(ago: number, step?: number): void;
  send<T extends CommandType>(who: string, name: string, type: T, args: CommandArgs<T>): Promise<unknown>;
  sendAll(who: string, commands: IncomingCommand[]): Promise<unknown>;
}

/**
 * @param busWith returns a bus with this clock
 * @param signal after it has aborted, nothing more is sent
 */
export function createTyping(busWith: (clock: () => Date) => Bus, signal: AbortSignal): Typing {
  let [next, stepMs] = [Date.now(), 0];
  const bus = busWith(() => {
    const now = new Date(next);
    next += stepMs;
    return now;
  });

  async function sendAll(who: string, commands: IncomingCommand[]): Promise<unknown> {
    signal.throwIfAborted();
    const results = await bus.executeCommands(demoId(who), commands);
    const failed = results.find(({ s }) => s !== 'ok' && s !== 'duplicate');
    if (failed !== undefined) throw new Error(`the demo could not be made: ${JSON.stringify(failed)}`);
    const last = results.at(-1);
    return last !== undefined && 'out' in last ? last.out : undefined;
  }
  return {
    at: (ago, step = 0) => ([next, stepMs] = [Date.now() - ago, step]),
    sendAll,
    send: (who, name, type, args) => sendAll(who, [demoCommand(name, type, args)]),
  };
}

/** Returns a command of the demo in the form the bus expects. */
export function demoCommand<T extends CommandType>(name: string, type: T, args: CommandArgs<T>): IncomingCommand {
  return { cmdId: demoId(`command/${name}`), type, v: commandTable[type].v, args };
}
