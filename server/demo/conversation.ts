import { DAY } from '#domain/ground/units.ts';
import { customerLines, expertLines, type conversations } from './lines.ts';
import { demoId } from './users.ts';
import { demoCommand, type Typing } from './typing.ts';

/** Maximum number of messages in a row by one side. Long histories have long runs, because that is faster to write. */
const runs = { short: 3, long: 40, longFrom: 1000 };

type About = (typeof conversations)[number];

/** Opens the room of a conversation, on its first day. Repeated, it does nothing. */
export async function openConversation(typing: Typing, { room, order, customer, daysAgo }: About): Promise<void> {
  const kind = order === null ? { type: 5 as const } : { type: 6 as const, orderId: demoId(order) };
  typing.at(daysAgo * DAY);
  await typing.send(customer, `${room}/open`, 'room.open', { roomId: demoId(room), ...kind });
}

/** Writes a conversation between a customer and the expert, spread over its days, and their read marks. */
export async function writeConversation(typing: Typing, about: About): Promise<void> {
  const roomId = demoId(about.room);
  await openConversation(typing, about);
  const lasts = about.daysAgo * DAY;

  const random = randomFrom(about.messages);
  const longest = about.messages >= runs.longFrom ? runs.long : runs.short;
  let written = 0;
  let isCustomer = true;
  while (written < about.messages - about.unreadByCustomer) {
    const count = Math.min(1 + Math.floor(random() * longest), about.messages - about.unreadByCustomer - written);
    await write(isCustomer, count);
    isCustomer = !isCustomer;
  }
  await markAll(about.customer);
  await write(false, about.unreadByCustomer);
  await markAll('expert');

  async function write(byCustomer: boolean, count: number): Promise<void> {
    if (count === 0) return;
    const lines = byCustomer ? customerLines : expertLines;
    const commands = Array.from({ length: count }, (_, i) =>
      demoCommand(`${about.room}/${written + i}`, 'chat.send', {
        roomId,
        content: said(lines[Math.floor(random() * lines.length)] ?? '', random),
        files: [],
      }),
    );
    typing.at(lasts * (1 - (written + 1) / about.messages), lasts / about.messages);
    await typing.sendAll(byCustomer ? about.customer : 'expert', commands);
    written += count;
  }

  async function markAll(who: string): Promise<void> {
    typing.at(0);
    await typing.send(who, `${about.room}/${who}/read/${written}`, 'read.mark', { roomId, upTo: 1_000_000 });
  }
}

/** Returns a line with one word chosen for each `{a|b|c}`. */
function said(line: string, random: () => number): string {
  return line.replace(/\{([^}]+)\}/g, (_, words: string) => {
    const choice = words.split('|');
    return choice[Math.floor(random() * choice.length)] ?? '';
  });
}

/** Returns a seeded generator of numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
