import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Only `cutText` of `domain/ground/text.ts` cuts text to a length: any other cut can split a character. The files listed here
 * cut something that no user wrote, or that is neither stored nor shown.
 */
const allowed: Record<string, string> = {
  'domain/ground/ids.ts': 'hexadecimal digits and bytes',
  'domain/order/data/check.ts': 'hexadecimal digits',
  'domain/order/life/record.ts': 'hexadecimal digits',
  'domain/order/plan/calendar.ts': 'a date',
  'domain/order/checks/checks.ts': 'a list of what was found',
  'domain/assistant/retrieval/follow-up.ts': 'a question, to look it up',
  'domain/assistant/retrieval/normalize.ts': 'a question, to look it up',
  'domain/assistant/retrieval/question.ts': 'a question, to look it up',
  'domain/assistant/retrieval/small-talk.ts': 'a question, to compare it',
  'domain/assistant/retrieval/tokens.ts': 'runs of letters, to look them up',
  'server/ground/validation.ts': 'a list of problems',
  'server/database/epoch.ts': 'hexadecimal digits',
  'server/postgres/postgres-home.ts': 'hexadecimal digits',
  'server/spine/feed/hint-channel.ts': 'hexadecimal digits',
  'src/assistant/staff/qnas/qna-texts.ts': 'a date',
  'src/assistant/staff/qnas/similar-qnas.tsx': 'a Q&A, to look up what is like it',
  'src/session/reload-state.ts': 'what an element is recognized by, over one reload',
};

const root = resolve(import.meta.dirname, '..');
const cutToLength = /\.slice\(\s*0,\s*(?:\d{2,}|max|\w*Chars)|\.substr(?:ing)?\(|\btruncate\(/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

test('text is cut to a length by one function', () => {
  const cutting = ['domain', 'server', 'src']
    .flatMap(filesUnder)
    .filter((file) => cutToLength.test(readFileSync(join(root, file), 'utf8')));
  expect(cutting.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
