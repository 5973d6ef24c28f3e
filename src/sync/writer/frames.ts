import type { PushCommand } from '#domain/spine/wire/sync.ts';
import { isBlobHash } from '../../db/files/blobs.ts';
import { dependenciesIn } from '../../db/dependencies.ts';
import type { OutboxEntry } from '../../db/schema.ts';
import { pushBytes, pushCommands } from '#domain/spine/wire/sync.ts';

/** Chooses which pending commands are pushed together. A pure function of the outbox. */

/** Commands to choose from, and the reasons that keep some of them from being sent. */
export interface FrameInput {
  /** Commands without an accepting receipt, oldest first. */
  entries: readonly OutboxEntry[];
  /** Commands that wait for their user's decision, or depend on one that does. */
  blocked: ReadonlySet<string>;
  /** Hashes of attachments that are not uploaded yet. */
  missing: ReadonlySet<string>;
  /** Lanes that may not send now, because one of their frames is in flight or they are paused. */
  busy: ReadonlySet<string>;
}

export interface Frame {
  lanes: Set<string>;
  entries: OutboxEntry[];
  /** Size on the wire, without the envelope. */
  bytes: number;
}

/**
 * Fills up to `count` frames of up to `bytes` bytes, lane by lane; a larger command gets a frame of its own. A lane is
 * in one frame at a time, so its commands stay in order. A command of a room that cannot be sent yet is skipped, so
 * that a text does not wait for the file of another message. A command of an order that cannot be sent yet holds its
 * lane.
 */
export function chooseFrames(waiting: FrameInput, count: number, bytes: number): Frame[] {
  const maxBytes = Math.min(bytes, pushBytes - envelopeBytes);
  const dependenciesOf = dependenciesIn(waiting.entries);
  const lanes = sendableByLane(waiting, dependenciesOf);
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  for (const [lane, entries] of lanes) {
    for (const entry of entries) {
      const size = sizeOf(entry, dependenciesOf(entry));
      const isFull = frame !== undefined && (frame.entries.length >= pushCommands || frame.bytes + size > maxBytes);
      // The rest of this lane waits for the next frame, because a lane may be in one frame only.
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

/** Space in bytes that a push needs besides its commands. */
const envelopeBytes = 1024;

const utf8 = new TextEncoder();

/** Cached sizes by entry. Entries are immutable, and each would be measured again for every frame sent before it. */
const sizes = new WeakMap<OutboxEntry, number>();

function sizeOf(entry: OutboxEntry, deps: readonly string[]): number {
  const size = sizes.get(entry) ?? bytesOf(JSON.stringify(wireOf(entry, entry.deps))) + 1;
  sizes.set(entry, size);
  return size + (deps.length - entry.deps.length) * bytesPerDependency;
}

/** Size of one added dependency on the wire: `,"deps":["<UUID>"]`. */
const bytesPerDependency = 48;

const beyondAscii = /[^ -~]/;

function bytesOf(text: string): number {
  return beyondAscii.test(text) ? utf8.encode(text).length : text.length;
}

/**
 * Returns the commands in their wire form. A command in a new room lists the command that opens it as a dependency: if
 * the server refuses that one, the result of the others is `blocked` instead of a refusal.
 */
export function wiresOf(entries: readonly OutboxEntry[]): PushCommand[] {
  const dependenciesOf = dependenciesIn(entries);
  return entries.map((entry) => wireOf(entry, dependenciesOf(entry)));
}

function wireOf({ cmdId, n, type, v, args }: OutboxEntry, deps: string[]): PushCommand {
  return deps.length === 0 ? { cmdId, n, type, v, args } : { cmdId, n, type, v, args, deps };
}

function sendableByLane(
  { entries, blocked, missing, busy }: FrameInput,
  dependenciesOf: (entry: OutboxEntry) => string[],
): Map<string, OutboxEntry[]> {
  const skipped = new Set<string>();
  const halted = new Set<string>();
  let laneByCommand: Map<string, string> | undefined;
  const lanes = new Map<string, OutboxEntry[]>();
  for (const entry of entries) {
    if (busy.has(entry.lane) || halted.has(entry.lane)) continue;
    const mustWait =
      blocked.has(entry.cmdId) ||
      dependenciesOf(entry).some((dep) => {
        if (isBlobHash(dep)) return missing.has(dep);
        laneByCommand ??= new Map(entries.map((other) => [other.cmdId, other.lane]));
        const lane = laneByCommand.get(dep);
        // Within a lane the order is enough, unless the dependency itself cannot be sent.
        return skipped.has(dep) || (lane !== undefined && lane !== entry.lane);
      });
    if (mustWait) {
      skipped.add(entry.cmdId);
      if (entry.lane.startsWith('order:')) halted.add(entry.lane);
      continue;
    }
    const list = lanes.get(entry.lane);
    if (list === undefined) lanes.set(entry.lane, [entry]);
    else list.push(entry);
  }
  return lanes;
}
