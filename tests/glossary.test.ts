import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that docs/glossary.md replaces by a term of the field, and that therefore occur in no name of the code. */
const rejected = new Set(
  'person people paying seat tell tells told patience stuck wish nobody somebody whoever refold bell breath beat owed'.split(
    ' ',
  ),
);

/** The user of Unix, and a method of the feed. */
const allowed = ['nobodyUid', 'tellToPull'];
/** Names of tables, keys, jobs and settings, which stay because they are stored or travel. */
const stored = ['people', 'beatAt', 'person', 'tell_askers', 'delete_old_paying', 'REQUESTS_PER_PERSON'];
const excepted = new Set([...allowed, ...stored]);

const declared = /(?:^|\s)(?:function|const|let|interface|type|class)\s+([A-Za-z]\w*)/g;
const member = /^\s+(?:readonly )?#?([A-Za-z]\w*)\??[(:<]/gm;

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);
}

test('no name in the code uses a word that the glossary replaces', () => {
  const files = globSync('{domain,src,server,scripts}/**/*.{ts,tsx}');
  const names = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(declared), ...text.matchAll(member)].map(([, name = '']) => ({ file, name }));
  });
  expect(names.length).toBeGreaterThan(10_000);
  expect(names.filter(({ name }) => !excepted.has(name) && wordsOf(name).some((word) => rejected.has(word)))).toEqual(
    [],
  );
});

/** Participles that say nothing alone. A type or a part of a screen is named by its noun, such as `TypedText`. */
const participles = new Set(
  `Agreed Answered Applied Asked Bound Bought Changed Chosen Committed Compared Computed Confirmed Deleted Derived
  Described Drawn Edited Enclosed Exported Failed Found Given Held Invited Kept Left Linked Listed Lost Made Missed Named
  Numbered Opened Packed Paid Priced Printed Progressed Quoted Ranked Read Recalled Restored Said Searched Seen Sent
  Settled Shared Shipped Shown Sized Solved Split Supervised Switched Taken Told Typed Undone Unread Unsent Updated
  Verified Watched Withheld Worded Worked Written`.split(/\s+/),
);
const type = /^(?:export )?(?:interface|type|class|function) ([A-Z]\w*)/gm;

test('no type and no part of a screen is named by a participle alone', () => {
  const ground = 'account,database,documents,file-text,files,ground,http,jobs,limits,mail,payment,postgres,session';
  const files = globSync([`{domain,src}/**/*.{ts,tsx}`, `server/{${ground}}/**/*.ts`]);
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(type)].map(([, name = '']) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(2000);
  expect(names.filter(({ name }) => participles.has(name))).toEqual([]);
});

/** A comment that begins like a question makes its reader guess what it is about. */
const question = /^\s*(?:\/\*\*|\*|\/\/) (?:What|How|Who|Where|Whose|Why|Which) /;
/** Words that have a plainer one: again, still, user or caller. */
const foreign = /(?<!`)\b(?:anew|all the same|nobody|whoever)\b/;

test('no comment begins with a question word or uses a word that has a plainer one', () => {
  const files = globSync('{domain,src,server,scripts,bench}/**/*.{ts,tsx}');
  const comments = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\*\*|\*|\/\/) /.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(comments.length).toBeGreaterThan(5000);
  expect(comments.filter((line) => question.test(line.slice(line.indexOf(': ') + 2)) || foreign.test(line))).toEqual(
    [],
  );
});

test('the glossary has at most 30 terms, each with its meaning', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(30);
  expect(rows.filter(([, term = '', meaning = '']) => term === '' || meaning === '')).toEqual([]);
});
