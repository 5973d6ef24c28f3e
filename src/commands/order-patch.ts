import type { Json } from '#domain/json.ts';
import { versionKeyOf } from '#domain/order/version-key.ts';
import type { CommandArgs } from '#domain/commands.ts';
import type { CommandContext } from '../db/context.ts';
import { appendLate } from '../db/outbox.ts';
import { inLane } from '../db/pending.ts';
import { projectOrder } from '../db/project-order.ts';
import { isEntry } from '../db/project-room.ts';

/** Changes fields of a draft order, creating the order with its first change. Bases are looked up; unsent patches merge. */
export async function patchOrder(
  ctx: CommandContext,
  patch: { orderId: string; changes: { path: string; value: Json }[] },
): Promise<void> {
  const { orderId } = patch;
  if (patch.changes.length === 0) return;
  const lane = `order:${orderId}` as const;
  await appendLate(ctx, async ({ pending, changeable }) => {
    const confirmed = await ctx.db.orders.get(orderId);
    const seen = projectOrder(confirmed, orderId, inLane(pending, lane), ctx.me)?.order.vers ?? {};
    const changes = patch.changes.map(({ path, value }) => ({ path, value, base: seen[versionKeyOf(path)] ?? null }));
    const newest = changeable(lane);
    const cmdId = ctx.newId();
    if (newest === undefined || !isEntry(newest, 'order.patch') || tooMany(newest.args.changes, changes)) {
      return { cmdId, type: 'order.patch', args: { orderId, changes } };
    }
    return { replace: { ...newest, args: { orderId, changes: merged(newest.args.changes, changes, newest.cmdId) } } };
  });
}

type Changes = CommandArgs<'order.patch'>['changes'];

const changesPerPatch = 200;

function tooMany(before: Changes, added: Changes): boolean {
  return before.length + added.length > changesPerPatch;
}

/** One patch in place of two: the newer value, on the base the older one saw. */
function merged(before: Changes, added: Changes, own: string): Changes {
  const changes = new Map(before.map((change) => [change.path, change]));
  for (const change of added) {
    // The patch's own id stands for a field this very patch writes; what it was built on is what that field saw.
    const base = change.base === own ? baseOf(before, change.path) : change.base;
    changes.set(change.path, { ...change, base });
  }
  return [...changes.values()];
}

function baseOf(before: Changes, path: string): string | null {
  const key = versionKeyOf(path);
  return before.find((change) => versionKeyOf(change.path) === key)?.base ?? null;
}
