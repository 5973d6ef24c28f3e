import { expect, test } from 'vitest';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { wordsOf } from '#domain/assistant/retrieval/tokens.ts';
import { entries, index } from './evaluation.ts';

const ask = (text: string, chatType: 1 | 2 | 3 | 4 = 1) => retrieve(index, { text, chatType });
const about = { questionId: 'q1', handoffAllowed: true };

test('a clear question is answered with the stored words and their source', () => {
  const { content, answer } = answerFrom(ask('LiFePO₄ charge voltage?'), about);
  const entry = entries.find(({ question }) => question.includes('LFP/graphite'));
  expect(content).toBe(entry?.answer);
  expect(answer).toMatchObject({ status: 'done', mode: 'kb', questionId: 'q1', suggestions: [] });
  expect(answer.sources).toMatchObject([{ n: 1, qnaId: entry?.id, question: entry?.question, urls: entry?.urls }]);
});

test.each(['What is the N/P ratio?', 'what is formation', 'What is the SEI?'])(
  'the first of two questions in a title is answered on its own: %s',
  (text) => {
    const { band, hits } = ask(text);
    expect(band).toBe('answer');
    expect(hits[0]?.entry.question.toLowerCase()).toContain(`${text.replace('?', '').toLowerCase()} and `);
  },
);

test('half of a question is none: "how long" asks back', () => {
  expect(ask('how long').band).not.toBe('answer');
});

test('a question in Korean is answered in Korean', () => {
  const { content, answer } = answerFrom(ask('LFP 셀의 충전 전압 범위는 얼마인가요?'), about);
  const ko = entries.find(({ question }) => question.includes('LFP/graphite'))?.ko;
  expect([content, answer.sources[0]?.question]).toEqual([ko?.answer, ko?.question]);
});

test('an answer in English to a question in Korean says so before the stored words', () => {
  const bare = buildIndex(
    entries.map((entry) => {
      const english = { ...entry };
      delete english.ko;
      return english;
    }),
  );
  const asked = { text: 'LFP/graphite voltage window는?', chatType: 1 } as const;
  const entry = entries.find(({ question }) => question.includes('LFP/graphite'));
  const { content, answer } = answerFrom(retrieve(bare, asked), about);
  expect(answer.sources[0]?.qnaId).toBe(entry?.id);
  expect(content).toBe(`이 답변은 영어로 되어 있습니다.\n\n${entry?.answer}`);
  expect(answerFrom(retrieve(index, asked), about).content).toBe(entry?.ko?.answer);
});

test('an unclear question is met with questions to choose from, and the expert', () => {
  const { answer } = answerFrom(ask('How thick should electrodes be?'), about);
  expect(answer.status).toBe('suggest');
  expect(answer.suggestions.length).toBeGreaterThan(0);
  expect(answer.suggestions.length).toBeLessThanOrEqual(3);
  expect(answer.handoff).toEqual({ offered: true, allowed: true });
});

test('a question about something else gets no answer, and is offered the expert', () => {
  const { answer } = answerFrom(ask('Which pizza place delivers to the lab?'), { ...about, handoffAllowed: false });
  expect(answer).toMatchObject({
    status: 'no_answer',
    sources: [],
    suggestions: [],
    handoff: { offered: true, allowed: false },
  });
});

test('a user who asks for a human gets no article', () => {
  for (const text of ['human', 'I want to talk to an expert please', 'are you a human', 'agent!']) {
    expect(ask(text).band).toBe('none');
  }
  expect(ask('expert opinion on LFP voltage window').hits.length).toBeGreaterThan(0);
});

test('what waits for a check is never shown, neither as an answer nor as a suggestion', () => {
  const waiting = entries.filter(({ status }) => status === 'needs_check');
  expect(waiting.length).toBeGreaterThan(20);
  for (const entry of waiting) {
    const found = ask(entry.question);
    expect({ question: entry.question, band: found.band }).not.toMatchObject({ band: 'answer' });
    expect(found.hits.filter((hit) => hit.entry.status === 'needs_check')).toEqual([]);
  }
});

const published = entries.filter(({ status }) => status === 'published');
const unpublished = (question: string): KnowledgeEntry => {
  const parts = { large: 'Cell design', medium: '', small: '', alternatives: [], keywords: [], urls: [] };
  return { ...parts, id: 'new', question, answer: 'Not checked.', status: 'needs_check' };
};

test('a draft with just this question changes neither the answer nor its confidence', () => {
  const text = 'What are the dimensions of a 21700 cell?';
  const draft: KnowledgeEntry = { ...unpublished(text), isDraft: true };
  const found = retrieve(buildIndex([...published, draft]), { text, chatType: 1 });
  expect(found.band).toBe('answer');
  expect(found).toEqual(retrieve(buildIndex(published), { text, chatType: 1 }));
});

test('what has its own question published is answered, even if the same question is taken back elsewhere', () => {
  const [entry] = published;
  if (entry === undefined) throw new Error('nothing is published');
  const found = retrieve(buildIndex([...published, unpublished(entry.question)]), {
    text: entry.question,
    chatType: 1,
  });
  expect([found.band, found.hits[0]?.entry.id, found.confidence]).toEqual(['answer', entry.id, 1]);
});

test('what is taken back is not answered by its neighbor, which is suggested', () => {
  const text = 'Is discharge current negative in BDF?';
  const taken = { ...unpublished(`${text} And why?`), alternatives: [text] };
  const before = retrieve(buildIndex(published), { text, chatType: 1 });
  const after = retrieve(buildIndex([...published, taken]), { text, chatType: 1 });
  expect([before.band, after.band]).toEqual(['answer', 'suggest']);
  expect(after.hits[0]?.entry).toBe(before.hits[0]?.entry);
});

test('every published entry answers its own question, as a click on a suggestion asks it', () => {
  const missed = published.filter(({ id, question }) => {
    const { band, card, hits } = ask(question);
    return card === undefined && (band !== 'answer' || answerTwin(hits[0]?.entry.id) !== answerTwin(id));
  });
  expect(missed.map(({ id, question }) => `${id} ${question}`)).toEqual([]);
});

test('every published entry answers its Korean question', () => {
  const missed = published.filter(({ id, ko }) => {
    const { band, card, hits } = ask(ko?.question ?? '');
    return card === undefined && (band !== 'answer' || answerTwin(hits[0]?.entry.id) !== answerTwin(id));
  });
  expect(missed.map(({ id, ko }) => `${id} ${ko?.question}`)).toEqual([]);
});

/** Returns the id of the entry that answers the same: 150 and 259 have one question, and so have 113 and 305. */
function answerTwin(id: string | undefined): string | undefined {
  return id === '259' ? '150' : id === '305' ? '113' : id;
}

test.each([
  ['LiFePO4', 'LFP'],
  ['LiNi0.8Mn0.1Co0.1O2', 'NMC-811'],
  ['25 °C', '25 degC'],
  ['10 µm foils', '10 um foil'],
  ['5 mAh/cm²', '5 mAh/cm2'],
  ['DC-IR', 'dc internal resistance'],
  ['state of charge', 'SOC'],
  ['CC-CV', 'cc/cv'],
  ['UN38.3', 'UN 38.3'],
  ['dQ/dV', 'incremental capacity'],
  ['n/p ratio', 'N:P ratio'],
  ['ageing', 'Aging'],
  ['full\u00adwidth \uff2c\uff26\uff30', 'fullwidth LFP'],
])('%s and %s are the same words', (one, other) => {
  expect(wordsOf(one, 4000)).toEqual(wordsOf(other, 4000));
  expect(wordsOf(one, 4000)).not.toEqual([]);
});

test('one mistyped letter does not hide the entry', () => {
  expect(ask('what sets the mandrell diameter').hits[0]?.entry.question).toContain('mandrel');
  expect(ask('prorosity and coating thickness').hits[0]?.entry.question).toContain('porosity');
});

test('a follow-up is completed by the question before it', () => {
  const previous = {
    text: 'What voltage window should I use for LFP/graphite?',
    category: 'Chemistry / Voltage windows / LFP',
  };
  expect(retrieve(index, { text: 'and for LTO?', chatType: 1, previous }).hits[0]?.entry.question).toContain('LTO');
});

const sodium = {
  text: 'Can sodium-ion cells be shipped at zero volts?',
  category: 'Chemistry / Voltage windows / Sodium-ion',
};

test.each(['what do you see in this?', 'and?', 'is this ok', 'and in this drawing', 'what about those pictures?'])(
  'the answer to the question before is not the answer to “%s”',
  (text) => {
    expect(retrieve(index, { text, chatType: 1, previous: sodium }).band).not.toBe('answer');
  },
);

test('a question that says what “it” is gets its answer in a conversation about something else', () => {
  const question = { text: 'What is the N/P ratio and why is it above one?', chatType: 1 } as const;
  const { band, hits } = retrieve(index, { ...question, previous: sodium });
  expect([band, hits[0]?.entry.question]).toEqual(['answer', 'What is the N/P ratio and what is a sane value?']);
});

test.each(['전고체 전지 황화물 전해질의 이온전도도는 얼마인가요', 'which separator for high temperature cells'])(
  '“%s” names its own subject and inherits nothing from the question before',
  (text) => {
    const [alone, after] = [undefined, sodium].map((previous) => {
      const { band, hits } = retrieve(index, { text, chatType: 1, ...(previous === undefined ? {} : { previous }) });
      return { band, first: hits[0]?.entry.id };
    });
    expect(after).toEqual(alone);
  },
);

test('with a file and a vague text, a device says that the server reads files', () => {
  const withFile = retrieve(index, {
    text: 'What do you see in this drawing?',
    chatType: 1,
    previous: sodium,
    hasFiles: true,
  });
  const { content, answer } = answerFrom(withFile, about);
  expect(content).toContain('The files are read when your question has reached the server.');
  expect(answer).toMatchObject({ status: 'no_answer', suggestions: [], sources: [] });
});

test('with a file, a question that its own words answer is answered', () => {
  const text = 'What are the dimensions of a 21700 cell?';
  expect(retrieve(index, { text, chatType: 1, hasFiles: true }).band).toBe('answer');
});

test('the kind of chat decides between equals', () => {
  const both = buildIndex([leadTime('Testing'), leadTime('Ordering')]);
  const first = (chatType: 1 | 2 | 3 | 4) => retrieve(both, { text: 'lead time', chatType }).hits[0]?.entry.large;
  expect([first(2), first(4)]).toEqual(['Ordering', 'Testing']);
});

test('an empty knowledge base answers nothing, and nothing breaks it', () => {
  expect(retrieve(buildIndex([]), { text: 'LFP?', chatType: 3 })).toMatchObject({ band: 'none', hits: [] });
  for (const text of ['', '   ', '?!', '\u0000', '\ud800', '🔋🔋', '.'.repeat(1000)])
    expect(ask(text).band).toBe('none');
});

test.each([
  ['a megabyte without a space', 'a'.repeat(1_000_000)],
  ['a megabyte of zero-width characters', '\u200b'.repeat(1_000_000)],
  ['a megabyte of marks', `a${'\u0301'.repeat(1_000_000)}`],
  ['a megabyte of words', 'lfp voltage '.repeat(90_000)],
  ['a megabyte of unknown words', Array.from({ length: 150_000 }, (_, i) => `w${i}x`).join(' ')],
  ['what expands most when normalised', '\ufdfa'.repeat(300_000)],
  ['what patterns stumble over', 'c '.repeat(500_000)],
])('%s is answered like a question', (_, text) => {
  // A quadratic algorithm would not finish on a megabyte of text.
  expect(ask(text).hits.length).toBeLessThanOrEqual(6);
});

function leadTime(large: string): KnowledgeEntry {
  const question = 'What is the lead time?';
  const empty = { medium: '', small: '', alternatives: [], keywords: [], urls: [] };
  return { ...empty, id: large, large, question, answer: large, status: 'published' };
}
