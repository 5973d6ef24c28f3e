import { orderLimits } from '#domain/order/data/limits.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { Json } from '#domain/ground/json.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import type { CommandContext } from '../../db/context.ts';
import { appendLate } from '../../db/outbox.ts';
import { inLane } from '../../db/pending.ts';
import { projectOrder } from '../views/project-order.ts';
import { type OutboxEntry, isEntry } from '../../db/schema.ts';

interface PatchChange {
  path: string;
  value: Json;
  /** The version the user saw when they began the change; by default the one on the device when it is written. */
  base?: string | null;
}

/**
 * Changes fields of a draft order; the first change creates the order. Unsent patches are merged.
 * @returns the id of the command with the changes
 * @throws Refusal while a place or discard command of the order is pending, because a later change would have no effect
 */
export async function patchOrder(
  ctx: CommandContext,
  patch: { orderId: string; changes: PatchChange[] },
): Promise<string | null> {
  const { orderId } = patch;
  if (patch.changes.length === 0) return null;
  const lane = `order:${orderId}` as const;
  return await appendLate(ctx, async ({ pending, changeable }) => {
    const confirmed = await ctx.db.orders.get(orderId);
    const mine = inLane(pending, lane);
    const shown = projectOrder(confirmed, orderId, mine, ctx.me);
    if (shown !== undefined && shown.pendingTransition !== null) throw new Refusal('ILLEGAL_TRANSITION');
    const now = shown?.order.vers ?? {};
    const changes = patch.changes.map(({ path, value, base }) => {
      const key = versionKeyOf(path);
      // An order that the server has not confirmed has no changes by others that the user could miss.
      if (base === undefined || confirmed === undefined) return { path, value, base: now[key] ?? null };
      return { path, value, base: afterMine(base, key, mine) };
    });
    const newest = changeable(lane);
    const cmdId = ctx.newId();
    if (newest === undefined || !isEntry(newest, 'order.patch') || tooMany(newest.args.changes, changes)) {
      return { cmdId, type: 'order.patch', args: { orderId, changes } };
    }
    return { replace: { ...newest, args: { orderId, changes: merged(newest.args.changes, changes, newest.cmdId) } } };
  });
}

/** Returns the version after this user's pending patches have been applied to the one they saw. */
function afterMine(seen: string | null, key: string, entries: readonly OutboxEntry[]): string | null {
  let base = seen;
  for (const entry of entries) {
    if (!isEntry(entry, 'order.patch')) continue;
    if (entry.args.changes.some((change) => versionKeyOf(change.path) === key && change.base === base)) {
      base = entry.cmdId;
    }
  }
  return base;
}

type PatchChanges = CommandArgs<'order.patch'>['changes'];

function tooMany(before: PatchChanges, added: PatchChanges): boolean {
  return before.length + added.length > orderLimits.changesPerPatch;
}

/** Merges two patches: the newer value with the older base. */
function merged(before: PatchChanges, added: PatchChanges, own: string): PatchChanges {
  const changes = new Map(before.map((change) => [change.path, change]));
  for (const change of added) {
    // A base that is this patch's own id means a field it writes itself; the base is then the one that field had.
    const base = change.base === own ? baseOf(before, change.path) : change.base;
    changes.set(change.path, { ...change, base });
  }
  return [...changes.values()];
}

function baseOf(before: PatchChanges, path: string): string | null {
  const key = versionKeyOf(path);
  return before.find((change) => versionKeyOf(change.path) === key)?.base ?? null;
}
