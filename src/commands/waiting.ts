import type { CommandContext } from '../db/context.ts';

/** Sends a refused command again, as a new wish in its old place. */
export async function retryRefused(ctx: CommandContext, cmdId: string): Promise<void> {
  throw new Error(`not there yet ${ctx.appVersion} ${cmdId}`);
}

/** Takes a refused or unsent command out of the queue; the answer puts it back. */
export async function discardWaiting(ctx: CommandContext, cmdId: string): Promise<() => Promise<void>> {
  throw new Error(`not there yet ${ctx.appVersion} ${cmdId}`);
}
