import { commandTable } from '#domain/spine/commands.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import type { Bus } from '../../spine/bus/push.ts';
import { filesOfDiscarded } from '../store/order-files.ts';
import type { Db } from '../../database/db.ts';

/**
 * Deletes the messages with files of a discarded draft, on all devices too; their bytes are freed with them. Repeated,
 * it goes on with those that are left.
 * @param payload the draft, or a message that may have been sent after its draft was discarded
 */
export async function dropOrderFiles({ db, bus }: { db: Db; bus: Bus }, payload: unknown): Promise<void> {
  const of = payload as { orderId: string } | { messageId: string };
  for (const { roomId, messageId, ownerId } of await filesOfDiscarded(db, of)) {
    const type = 'message.redact';
    const args = { roomId, messageId };
    const command = { cmdId: uuidv5(`discarded/${messageId}`), type, v: commandTable[type].v, args };
    const done = await db.transaction().execute((tx) => bus.executeWithin(tx, ownerId, command, 'system'));
    done.announce();
    // The owner of the draft was removed from its room: what others wrote there stays.
    if (done.result.s === 'rejected' && done.result.code !== 'NOT_FOUND') throw new Error(done.result.code);
  }
}
