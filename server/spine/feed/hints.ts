import { otherSide, sideOf } from '#domain/chat/chat.ts';
import { is } from '#domain/spine/events.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import { type ChannelAddresses, openHintChannel } from './hint-channel.ts';
import {
  type AnswerDelta,
  type Delivered,
  type Hint,
  type HintedStream,
  type Hints,
  nowhere,
} from '../../ground/hint.ts';

export interface OpenHints extends Hints {
  /** Whether each channel to other processes is open; undefined for one that is not configured. */
  channelsOpen(): { postgres: boolean | undefined; redis: boolean | undefined };
  close(): Promise<void>;
}

/**
 * Creates the hub for hints of this process. After a commit it notifies all listeners, here and in other processes,
 * which streams have changed. `delivered` reaches other processes only.
 * @param addresses addresses of the channels; undefined for a single process
 */
export async function createHints(addresses: ChannelAddresses | undefined): Promise<OpenHints> {
  const listeners = new Set<(hint: Hint) => void>();
  const notify = (hint: Hint) => {
    for (const listener of listeners) listener(hint);
  };
  const channel = addresses === undefined ? undefined : await openHintChannel(addresses, notify);
  return {
    committed(streams: HintedStream[], pos: Cursor, events: WireEvent[]) {
      const hint = { pos, streams: withMessages(streams, events), events };
      notify(hint);
      channel?.send(hint);
    },
    delivered(marks: Delivered[]) {
      channel?.send({ pos: nowhere, streams: [], events: [], delivered: marks });
    },
    written(deltas: AnswerDelta[]) {
      const hint = { pos: nowhere, streams: [], events: [], deltas };
      notify(hint);
      channel?.send(hint);
    },
    stopAnswer(answerId: string) {
      const hint = { pos: nowhere, streams: [], events: [], stops: [answerId] };
      notify(hint);
      channel?.send(hint);
    },
    knowledgeChanged() {
      const hint: Hint = { pos: nowhere, streams: [], events: [], knowledge: true };
      notify(hint);
      channel?.send(hint);
    },
    channelsOpen: () => channel?.channelsOpen() ?? { postgres: undefined, redis: undefined },
    subscribe(fn: (hint: Hint) => void) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    async close() {
      listeners.clear();
      await channel?.close();
    },
  };
}

type InRoom = Pick<HintedStream, 'came' | 'newest'>;

/**
 * Adds to each room the range of its new messages and, for each reading side, the newest message addressed to it, which
 * is all that other processes need.
 */
function withMessages(streams: HintedStream[], events: readonly WireEvent[]): HintedStream[] {
  const rooms = new Map<string, InRoom>();
  for (const event of events) {
    if (!is(event, 'message.sent') && !is(event, 'answer.finished')) continue;
    const { stream, sseq, data } = event;
    const { author, senderType } = data.message;
    const { came: newMessages, newest } = rooms.get(stream) ?? {};
    const newestOfReader = author.kind === 'system' ? {} : { [otherSide(sideOf(senderType))]: sseq };
    rooms.set(stream, {
      came: { first: newMessages?.first ?? sseq, last: sseq },
      newest: { ...newest, ...newestOfReader },
    });
  }
  return rooms.size === 0 ? streams : streams.map((each) => ({ ...each, ...rooms.get(each.stream) }));
}
