import { type Delivered, type Hint, type HintedStream, nowhere } from '../hint.ts';
import { lineBytes } from './postgres-line.ts';

/** Hints as texts that fit on any line, and back. */

interface Payload extends Partial<Omit<Hint, 'events'>> {
  from: string;
  /** Counts the texts of a sender; those of the database have a name each. */
  n: number | string;
  /** For this sibling only. */
  to?: string;
  /** The sender has, or no longer has, to do without Redis. */
  withoutRedis?: boolean;
}

type About = Pick<Payload, 'to' | 'withoutRedis'>;

let n = 0;

/** As few texts as fit. */
export function hintTexts(from: string, hint: Hint | undefined, about: About = {}): string[] {
  const text = (part: Partial<Payload>) => JSON.stringify({ from, n: n++, ...about, ...part } satisfies Payload);
  if (hint === undefined) return [text({})];
  const { pos, streams, delivered = [], missed, knowledge } = hint;
  return [
    ...inParts(streams.flatMap(inFewMembers), (part) => text({ pos, streams: part })),
    ...inParts(delivered.flatMap(inFewMembers), (part) => text({ pos, delivered: part })),
    ...(missed === undefined ? [] : [text({ pos, missed })]),
    ...(knowledge === undefined ? [] : [text({ pos, knowledge })]),
  ];
}

/** What a text says; `key` names it among all texts of all senders. */
export function readHint(text: string): About & { from: string; key: string; hint: Hint | undefined } {
  const { from, n: number, to, withoutRedis, pos, streams, ...rest }: Payload = JSON.parse(text);
  // The database says whose rights changed, and knows nothing of places.
  const saysNothing = pos === undefined && rest.rights === undefined;
  const hint = saysNothing ? undefined : { pos: pos ?? nowhere, streams: streams ?? [], events: [], ...rest };
  return {
    from,
    key: `${from} ${number}`,
    hint,
    ...(to === undefined ? {} : { to }),
    ...(withoutRedis === undefined ? {} : { withoutRedis }),
  };
}

/** Halves what does not fit into one. */
function inParts<T extends Delivered | HintedStream>(items: T[], told: (part: T[]) => string): string[] {
  if (items.length === 0) return [];
  const text = told(items);
  if (Buffer.byteLength(text) < lineBytes || items.length === 1) return [text];
  const half = Math.ceil(items.length / 2);
  return [...inParts(items.slice(0, half), told), ...inParts(items.slice(half), told)];
}

const membersAtOnce = 150;

/** What very many members are told of is told in turns, each with some of them. */
function inFewMembers<T extends { members: string[] }>(told: T): T[] {
  const turns = Math.max(1, Math.ceil(told.members.length / membersAtOnce));
  return Array.from({ length: turns }, (_, i) => ({
    ...told,
    members: told.members.slice(i * membersAtOnce, (i + 1) * membersAtOnce),
  }));
}
