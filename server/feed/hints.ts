import { otherSide, sideOf } from '#domain/chat.ts';
import { is } from '#domain/events.ts';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import { type ChannelAddresses, openHintChannel } from './hint-channel.ts';
import { type Delivered, type Hint, type HintedStream, type Hints, nowhere } from '../hint.ts';

export type { Hint, HintedStream } from '../hint.ts';

export interface OpenHints extends Hints {
  /** Whether each channel to other processes is open; undefined for one that is not configured. */
  lines(): { postgres: boolean | undefined; redis: boolean | undefined };
  close(): Promise<void>;
}

/**
 * Creates the hints of this process. After a commit they tell all listeners, here and in other processes, which streams
 * have changed.
 * @param others addresses of the channels; undefined for a single process
 */
export async function createHints(others: ChannelAddresses | undefined): Promise<OpenHints> {
  const listeners = new Set<(hint: Hint) => void>();
  const tell = (hint: Hint) => {
    for (const listener of listeners) listener(hint);
  };
  const line = others === undefined ? undefined : await openHintChannel(others, tell);
  return {
    committed(streams: HintedStream[], pos: Cursor, events: WireEvent[]) {
      const hint = { pos, streams: withMessages(streams, events), events };
      tell(hint);
      line?.send(hint);
    },
    delivered(marks: Delivered[]) {
      line?.send({ pos: nowhere, streams: [], events: [], delivered: marks });
    },
    knowledgeChanged() {
      line?.send({ pos: nowhere, streams: [], events: [], knowledge: true });
    },
    lines: () => line?.lines() ?? { postgres: undefined, redis: undefined },
    subscribe(fn: (hint: Hint) => void) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    async close() {
      listeners.clear();
      await line?.close();
    },
  };
}

type InRoom = Pick<HintedStream, 'came' | 'newest'>;

/** Adds to each room the range of new messages and the newest per side, which is all that other processes need. */
function withMessages(streams: HintedStream[], events: readonly WireEvent[]): HintedStream[] {
  const rooms = new Map<string, InRoom>();
  for (const event of events) {
    if (!is(event, 'message.sent') && !is(event, 'answer.finished')) continue;
    const { stream, sseq, data } = event;
    const { author, senderType } = data.message;
    const { came, newest } = rooms.get(stream) ?? {};
    const reader = author.kind === 'system' ? {} : { [otherSide(sideOf(senderType))]: sseq };
    rooms.set(stream, { came: { first: came?.first ?? sseq, last: sseq }, newest: { ...newest, ...reader } });
  }
  return rooms.size === 0 ? streams : streams.map((each) => ({ ...each, ...rooms.get(each.stream) }));
}
