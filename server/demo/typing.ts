import { commandTable, type CommandArgs, type CommandType } from '#domain/commands.ts';
import type { Bus, IncomingCommand } from '../bus/bus.ts';
import { demoId } from './users.ts';

/** Sends commands of the demo's users. The id of each command follows from its name. */
export interface Typing {
  send<T extends CommandType>(who: string, name: string, type: T, args: CommandArgs<T>): Promise<unknown>;
  sendAll(who: string, commands: IncomingCommand[]): Promise<unknown>;
}

export function createTyping(bus: Bus): Typing {
  async function sendAll(who: string, commands: IncomingCommand[]): Promise<unknown> {
    const results = await bus.executeCommands(demoId(who), commands);
    const failed = results.find(({ s }) => s !== 'ok' && s !== 'duplicate');
    if (failed !== undefined) throw new Error(`the demo could not be made: ${JSON.stringify(failed)}`);
    const last = results.at(-1);
    return last !== undefined && 'out' in last ? last.out : undefined;
  }
  return {
    sendAll,
    send: (who, name, type, args) => sendAll(who, [demoCommand(name, type, args)]),
  };
}

/** Returns a command of the demo in the form the bus expects. */
export function demoCommand<T extends CommandType>(name: string, type: T, args: CommandArgs<T>): IncomingCommand {
  return { cmdId: demoId(`command/${name}`), type, v: commandTable[type].v, args };
}
