import { failedCalls, isAccepted, retryPolicy } from '#domain/spine/retry-policy.ts';
import { protocolVersion, type PushResult } from '#domain/spine/wire/sync.ts';
import type { OutboxEntry } from '../../db/schema.ts';
import { Refused } from '../../net/errors.ts';
import type { EntryResult } from './count-retries.ts';
import { failedCallOf } from '../failure.ts';
import { wiresOf } from './frames.ts';
import type { World } from '../world.ts';

interface Sender {
  me: string;
  clientId: string;
  world: World;
  /** Called with the number of commands in a call that the server finds too large. */
  tooLarge?: (count: number) => void;
}

/**
 * Pushes commands in one call. If the server finds it invalid or too large, it pushes the halves in turn, down to the
 * command at fault, which is then rejected.
 * @returns a result for each command that was sent. A command the reply does not mention is to be sent again.
 * @throws what the call throws otherwise
 */
export async function pushEntries(sender: Sender, entries: OutboxEntry[]): Promise<EntryResult[]> {
  const { me, clientId, world } = sender;
  try {
    const commands = wiresOf(entries);
    const reply = await world.push({ protocol: protocolVersion, clientId, actor: me, commands });
    const results = new Map(reply.results.map((result) => [result.cmdId, result]));
    return entries.map((entry): EntryResult => {
      const result = results.get(entry.cmdId);
      return result === undefined ? leftOut(entry) : { entry, result };
    });
  } catch (error) {
    if (!(error instanceof Refused) || failedCalls[failedCallOf(error)] !== 'halve') throw error;
    const [first] = entries;
    if (entries.length === 1 && first !== undefined) return [{ entry: first, result: rejectedBy(error, first) }];
    if (error.status === 413) sender.tooLarge?.(entries.length);
    return await pushHalves(sender, entries);
  }
}

/** The second half leaves out lanes with a command that the first did not get accepted. */
async function pushHalves(sender: Sender, entries: OutboxEntry[]): Promise<EntryResult[]> {
  const middle = Math.ceil(entries.length / 2);
  const before = await pushEntries(sender, entries.slice(0, middle));
  const held = new Set(before.filter(({ result }) => !isAccepted(result)).map(({ entry }) => entry.lane));
  const rest = entries.slice(middle).filter((entry) => !held.has(entry.lane));
  return rest.length === 0 ? before : [...before, ...(await pushEntries(sender, rest))];
}

function leftOut(entry: OutboxEntry): EntryResult {
  return { entry, result: { cmdId: entry.cmdId, s: 'retry', afterMs: retryPolicy.soonMs }, isMissing: true };
}

function rejectedBy(error: Refused, entry: OutboxEntry): PushResult {
  return { cmdId: entry.cmdId, s: 'rejected', code: error.code, message: error.message, details: error.details };
}
