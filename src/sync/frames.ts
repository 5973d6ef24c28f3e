import { limits } from '#domain/limits.ts';
import type { PushCommand } from '#domain/protocol/sync.ts';
import { isBlobHash } from '../db/blobs.ts';
import { dependenciesIn } from '../db/dependencies.ts';
import type { OutboxEntry } from '../db/schema.ts';

/** Which waiting commands leave together. Pure: the queue in, frames out. */
export interface Waiting {
  /** Not accepted yet, in order of making. */
  entries: readonly OutboxEntry[];
  /** Commands that wait for their owner's decision, or for one that does. */
  stuck: ReadonlySet<string>;
  /** Hashes of bytes that are not on the server yet. */
  missing: ReadonlySet<string>;
  /** Lanes that may not send now: in a frame already, or asked to wait. */
  busy: ReadonlySet<string>;
}

export interface Frame {
  lanes: Set<string>;
  entries: OutboxEntry[];
  /** As it crosses the wire, without its envelope. */
  bytes: number;
}

/**
 * Up to `count` frames of so many bytes, filled lane by lane; one command that is larger goes alone. A lane is in one
 * frame at a time and keeps its order; what a room's lane cannot send yet is passed over, so that text never waits for
 * another message's file, but nothing in an order's lane overtakes.
 */
export function chooseFrames(waiting: Waiting, count: number, bytes: number): Frame[] {
  const room = Math.min(bytes, limits.pushBytes - envelopeBytes);
  const dependenciesOf = dependenciesIn(waiting.entries);
  const lanes = sendableByLane(waiting, dependenciesOf);
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  for (const [lane, entries] of lanes) {
    for (const entry of entries) {
      const size = sizeOf(entry, dependenciesOf(entry));
      const isFull = frame !== undefined && (frame.entries.length >= limits.pushCommands || frame.bytes + size > room);
      // A lane that does not fit waits with its rest: it may not be in two frames at once.
      if (isFull && frame?.lanes.has(lane)) break;
      if (frame === undefined || isFull) {
        if (frames.length >= count) return frames;
        frame = { lanes: new Set(), entries: [], bytes: 0 };
        frames.push(frame);
      }
      frame.lanes.add(lane);
      frame.entries.push(entry);
      frame.bytes += size;
    }
  }
  return frames;
}

const envelopeBytes = 1024;

const utf8 = new TextEncoder();

/** Entries never change, and each is looked at once for every frame that leaves before it. */
const sizes = new WeakMap<OutboxEntry, number>();

function sizeOf(entry: OutboxEntry, deps: readonly string[]): number {
  const size = sizes.get(entry) ?? bytesOf(JSON.stringify(wireOf(entry, entry.deps))) + 1;
  sizes.set(entry, size);
  return size + (deps.length - entry.deps.length) * bytesPerDependency;
}

const bytesPerDependency = 48;

const beyondAscii = /[^ -~]/;

function bytesOf(text: string): number {
  return beyondAscii.test(text) ? utf8.encode(text).length : text.length;
}

/**
 * Commands as they are pushed together. What speaks in a room says that it depends on the one that makes it: refused,
 * the server holds back what follows it, which would be refused as well.
 */
export function wiresOf(entries: readonly OutboxEntry[]): PushCommand[] {
  const dependenciesOf = dependenciesIn(entries);
  return entries.map((entry) => wireOf(entry, dependenciesOf(entry)));
}

function wireOf({ cmdId, n, type, v, args }: OutboxEntry, deps: string[]): PushCommand {
  return deps.length === 0 ? { cmdId, n, type, v, args } : { cmdId, n, type, v, args, deps };
}

function sendableByLane(
  { entries, stuck, missing, busy }: Waiting,
  dependenciesOf: (entry: OutboxEntry) => string[],
): Map<string, OutboxEntry[]> {
  const held = new Map<string, string>();
  const halted = new Set<string>();
  let waitingLane: Map<string, string> | undefined;
  const lanes = new Map<string, OutboxEntry[]>();
  for (const entry of entries) {
    if (busy.has(entry.lane) || halted.has(entry.lane)) continue;
    const isHeld =
      stuck.has(entry.cmdId) ||
      dependenciesOf(entry).some((dep) => {
        if (isBlobHash(dep)) return missing.has(dep);
        waitingLane ??= new Map(entries.map((other) => [other.cmdId, other.lane]));
        const lane = waitingLane.get(dep);
        // In the same lane the order of sending is enough, unless it is held itself.
        return held.has(dep) || (lane !== undefined && lane !== entry.lane);
      });
    if (isHeld) {
      held.set(entry.cmdId, entry.lane);
      if (entry.lane.startsWith('order:')) halted.add(entry.lane);
      continue;
    }
    const list = lanes.get(entry.lane);
    if (list === undefined) lanes.set(entry.lane, [entry]);
    else list.push(entry);
  }
  return lanes;
}
