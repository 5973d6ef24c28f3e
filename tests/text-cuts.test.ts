import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Text is cut by `cutText` of `domain/text.ts` alone, because any other cut can go through a character. A program cannot
 * see whether `slice` is of a text or of a list, so every file that cuts something is named here, with how often and what.
 */
const cuts: Record<string, [times: number, what: string]> = {
  'domain/text.ts': [2, 'the one place where text is cut'],
  // Lists and bytes.
  'domain/events.ts': [2, 'places'],
  'domain/hash.ts': [1, 'prime numbers'],
  'domain/order/change.ts': [1, 'numbers'],
  'domain/order/checks.ts': [1, 'what was found'],
  'domain/retrieval/canonical.ts': [1, 'words'],
  'domain/retrieval/rank.ts': [1, 'words'],
  'domain/retrieval/retrieve.ts': [4, 'what was found'],
  'server/errors.ts': [1, 'problems'],
  'server/lines/hint-line.ts': [1, 'texts, whole ones'],
  'server/lines/hint-text.ts': [3, 'hints'],
  'server/routes/answer-stream.ts': [1, 'letters, by their list'],
  'server/routes/po-chats.ts': [1, 'messages'],
  'server/shapes.ts': [1, 'problems'],
  'server/sockets/session-watch.ts': [1, 'sessions'],
  'server/store/network.ts': [2, 'bytes and groups of an address'],
  'server/store/postgres-process.ts': [1, 'lines of a log'],
  'src/db/message-views.ts': [3, 'messages'],
  'src/db/outbox.ts': [1, 'entries'],
  'src/net/own-files.ts': [2, 'bytes; the id at the end of an address'],
  'src/screens/paying/checkout.tsx': [1, 'plans'],
  'src/screens/undo-burst.ts': [1, 'what may be undone'],
  'src/screens/waiting/waiting-row.tsx': [1, 'lines'],
  'src/sync/drain.ts': [2, 'entries'],
  'src/sync/pull.ts': [1, 'streams'],
  'src/sync/uploads.ts': [1, 'bytes'],
  'src/workers/kept-responses.ts': [1, 'keys'],
  // Digits, and other texts that programs made of ASCII.
  'domain/ids.ts': [11, 'hexadecimal digits and bytes'],
  'domain/order/check.ts': [1, 'hexadecimal digits'],
  'server/jobs/paying-letters.ts': [1, 'a date'],
  'server/paying/invoice-pdf.ts': [1, 'a date'],
  'server/store/epoch.ts': [1, 'hexadecimal digits'],
  'server/store/invitations.ts': [1, 'a letter of an alphabet'],
  'server/store/postgres-home.ts': [1, 'hexadecimal digits'],
  'server/store/redis-channel.ts': [1, 'hexadecimal digits'],
  'src/screens/account/sign-up.tsx': [1, 'the code of a language'],
  // At a sign of ASCII that was found there: no character is cut.
  'domain/chat.ts': [1, 'after the last dot'],
  'domain/file-name.ts': [1, 'from the last dot'],
  'server/accounts.ts': [1, 'before the @'],
  'server/commands/work.ts': [2, 'behind the kind of a stream'],
  'server/deliveries.ts': [1, 'behind the kind of a stream'],
  'server/invitations.ts': [1, 'before the @'],
  'server/lines/redis-connection.ts': [1, 'behind a slash'],
  'server/sockets/live-rooms.ts': [2, 'behind the kind of a room'],
  'server/store/snapshot.ts': [1, 'behind the kind of a stream'],
  'server/store/supervisor-lock.ts': [1, 'behind a bracket'],
  'src/db/dependencies.ts': [1, 'behind the kind of a lane'],
  'src/db/drafts.ts': [1, 'behind a prefix'],
  'src/db/meta.ts': [2, 'behind a prefix'],
  'src/db/order-views.ts': [1, 'behind the kind of a lane'],
  'src/db/room-views.ts': [1, 'behind the kind of a lane'],
  'src/db/rooms-left.ts': [1, 'behind the kind of a lane'],
  'src/db/stream-rows.ts': [1, 'behind the kind of a stream'],
  'src/net/stored-session.ts': [2, 'at the equals sign of a cookie'],
  'src/screens/navigator/typed-stash.ts': [2, 'at a slash, behind a prefix'],
  'src/screens/waiting/place.ts': [1, 'behind the kind of a lane'],
  // Compared within one moment; neither stored nor shown.
  'domain/retrieval/normalise.ts': [3, 'a question, for looking it up'],
  'domain/retrieval/question.ts': [5, 'a question, for looking it up'],
  'domain/retrieval/search-index.ts': [1, 'a word, for looking it up'],
  'domain/retrieval/stem.ts': [2, 'the ending of an English word'],
  'domain/retrieval/tokens.ts': [2, 'runs of letters, for looking them up'],
  'server/common-passwords.ts': [1, 'the letters of a password'],
  'src/return-place.ts': [1, 'what a thing is recognized by over one reload'],
};

const root = resolve(import.meta.dirname, '..');
const cut = /\.(?:slice|substring|substr|charAt)\(|\btruncate\(/g;

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

test('text is cut by one function; whatever else is cut is named above, with what it is', () => {
  const found = ['domain', 'server', 'src'].flatMap(filesUnder).flatMap((file): [string, number][] => {
    const times = [...readFileSync(join(root, file), 'utf8').matchAll(cut)].length;
    return times === 0 ? [] : [[file, times]];
  });
  const named = Object.entries(cuts).map(([file, [times]]): [string, number] => [file, times]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(named));
});
