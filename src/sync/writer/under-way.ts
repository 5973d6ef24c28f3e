import { isAccepted } from '#domain/spine/retry-policy.ts';
import { laterPosition } from '#domain/spine/wire/sync.ts';
import { recordOf } from '../../db/pending.ts';
import type { OutboxEntry } from '../../db/schema.ts';
import type { EntryResult } from './count-retries.ts';
import type { Frame } from './frames.ts';
import { framesInFlight } from './parts.ts';
import { mayHaveAlias } from './results.ts';
import type { FrameUnderWay, SendCount, WriterData, WriterFacts } from './state.ts';

/** Functions of the frames under way, for the cells of the writer's table. */

/** Returns the frame with its stage; undefined once it is gone. */
export function findFrame({ frames }: WriterData, frame: Frame): FrameUnderWay | undefined {
  return frames.find((each) => each.frame === frame);
}

/** Adds frames in this stage, or moves those that are there to it. */
export function withFrames(
  data: WriterData,
  frames: readonly Frame[],
  stage: FrameUnderWay['stage'],
  now: number,
): WriterData {
  const others = data.frames.filter(({ frame }) => !frames.includes(frame));
  const added = frames.map((frame) => ({ frame, stage, isAccepted: false, startedAt: now }));
  return { ...data, frames: [...others, ...added] };
}

/** Changes one frame. */
export function withChanged(data: WriterData, frame: Frame, change: Partial<FrameUnderWay>): WriterData {
  return { ...data, frames: data.frames.map((each) => (each.frame === frame ? { ...each, ...change } : each)) };
}

/** Removes frames. Without frames there is nothing that a page could settle. */
export function without(data: WriterData, gone: readonly Frame[]): WriterData {
  const frames = data.frames.filter(({ frame }) => !gone.includes(frame));
  return { ...data, frames, settled: frames.length === 0 ? none : data.settled };
}

const none: ReadonlySet<string> = new Set();

/** Number of frames that take a slot. */
export function countInFlight({ frames }: WriterData, done?: Frame): number {
  return frames.filter(({ isAccepted: accepted, frame }) => !accepted && frame !== done).length;
}

/** Whether a slot is free. */
export function hasSlot(data: WriterData): boolean {
  return countInFlight(data) < framesInFlight;
}

/** Whether calls may be made: there is a network, and no pause after a failed call. */
export function mayCall({ pausedUntil }: WriterData, { now, isOffline }: WriterFacts): boolean {
  return !isOffline && now >= pausedUntil;
}

/** Lanes whose pause has not ended. */
export function pausedLanes({ lanes }: WriterData, now: number): string[] {
  return [...lanes].flatMap(([lane, until]) => (until > now ? [lane] : []));
}

/** Lanes that may not send now: under way or paused. Those of `done` may, unless they are paused. */
export function busyLanes(data: WriterData, now: number, done?: Frame): Set<string> {
  const underWay = data.frames.flatMap(({ frame }) => (frame === done ? [] : [...frame.lanes]));
  return new Set([...underWay, ...pausedLanes(data, now)]);
}

/** Whether one of these entries is not under way. */
export function isAnyIdle({ frames }: WriterData, entries: readonly OutboxEntry[]): boolean {
  const underWay = new Set(frames.flatMap(({ frame }) => frame.entries.map(({ n }) => n)));
  return entries.some(({ n }) => !underWay.has(n));
}

/** Notes the newest record among these entries, which are sorted. */
export function withSeen(data: WriterData, entries: readonly OutboxEntry[]): WriterData {
  const last = entries.at(-1);
  return last === undefined ? data : { ...data, newestSeen: Math.max(data.newestSeen, recordOf(last.n)) };
}

/** Returns what is under way. */
export function countUnderWay({ frames }: WriterData): SendCount {
  if (frames.length === 0) return 'nothing';
  const commands = frames.reduce(
    (sum, { frame, isAccepted: accepted }) => sum + (accepted ? 0 : frame.entries.length),
    0,
  );
  return commands > 1 ? 'many' : 'one';
}

/**
 * Notes the position of accepted commands.
 * @param from time at which the call began: a late reply from before a restore of the server replaces no newer position
 */
export function withAccepted(data: WriterData, results: readonly EntryResult[], from: number): WriterData {
  let { accepted, acceptedCallAt } = data;
  for (const { result } of results) {
    if (!isAccepted(result)) continue;
    const isOtherEpoch = accepted !== undefined && accepted.epoch !== result.pos.epoch;
    if (isOtherEpoch && from < acceptedCallAt) continue;
    acceptedCallAt = from;
    accepted = laterPosition(accepted, result.pos);
  }
  return { ...data, accepted, acceptedCallAt };
}

/**
 * Whether pages have taken all commands of the frame out of the outbox. Then it need not wait for its reply, which may
 * be lost, unless the reply may have an alias.
 */
export function isSettled({ frame, stage }: FrameUnderWay, settled: ReadonlySet<string>): boolean {
  const isGone = frame.entries.every(({ cmdId }) => settled.has(cmdId));
  if (stage === 'awaitingPage') return isGone;
  return stage === 'pushing' && isGone && !frame.entries.some(mayHaveAlias);
}
