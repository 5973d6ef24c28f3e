import { type AnswerDelta, type Delivered, type Hint, type HintedStream, nowhere } from '../../ground/hint.ts';
import { maxNotificationBytes } from './postgres-channel.ts';

/** Serializes hints to texts that fit every channel, and parses them. */

interface Payload extends Partial<Omit<Hint, 'events'>> {
  from: string;
  /** Sequence number of the sender; texts from the database have a name instead. */
  n: number | string;
  /** Receiver; undefined for all siblings. */
  to?: string;
  /** Whether the sender is without Redis. */
  withoutRedis?: boolean;
}

type About = Pick<Payload, 'to' | 'withoutRedis'>;

let n = 0;

/** Serializes a hint into as few texts as fit. */
export function hintTexts(from: string, hint: Hint | undefined, about: About = {}): string[] {
  const text = (part: Partial<Payload>) => JSON.stringify({ from, n: n++, ...about, ...part } satisfies Payload);
  if (hint === undefined) return [text({})];
  const { pos, streams, delivered = [], deltas = [], stops, missed, knowledge } = hint;
  return [
    ...inParts(streams.flatMap(inFewMembers), (part) => text({ pos, streams: part })),
    ...inParts(delivered.flatMap(inFewMembers), (part) => text({ pos, delivered: part })),
    ...inParts(deltas.flatMap(inFewMembers), (part) => text({ pos, deltas: part })),
    ...(stops === undefined ? [] : [text({ pos, stops })]),
    ...(missed === undefined ? [] : [text({ pos, missed })]),
    ...(knowledge === undefined ? [] : [text({ pos, knowledge })]),
  ];
}

/** Parses a text. `key` is unique among all texts of all senders. */
export function readHint(text: string): About & { from: string; key: string; hint: Hint | undefined } {
  const { from, n: number, to, withoutRedis, pos, streams, ...rest }: Payload = JSON.parse(text);
  // Texts from the database state whose rights have changed, and have no position.
  const isEmpty = pos === undefined && rest.rights === undefined;
  const hint = isEmpty ? undefined : { pos: pos ?? nowhere, streams: streams ?? [], events: [], ...rest };
  return {
    from,
    key: `${from} ${number}`,
    hint,
    ...(to === undefined ? {} : { to }),
    ...(withoutRedis === undefined ? {} : { withoutRedis }),
  };
}

/** Splits items into halves until each part fits a text. */
function inParts<T extends AnswerDelta | Delivered | HintedStream>(
  items: T[],
  toText: (part: T[]) => string,
): string[] {
  if (items.length === 0) return [];
  const text = toText(items);
  if (Buffer.byteLength(text) < maxNotificationBytes || items.length === 1) return [text];
  const half = Math.ceil(items.length / 2);
  return [...inParts(items.slice(0, half), toText), ...inParts(items.slice(half), toText)];
}

/** Members of one item: so many ids fit into a notification of PostgreSQL. */
const membersAtOnce = 150;

/** Splits an item with very many members into several, each with some of them. */
function inFewMembers<T extends { members: string[] }>(item: T): T[] {
  const batches = Math.max(1, Math.ceil(item.members.length / membersAtOnce));
  return Array.from({ length: batches }, (_, i) => ({
    ...item,
    members: item.members.slice(i * membersAtOnce, (i + 1) * membersAtOnce),
  }));
}
