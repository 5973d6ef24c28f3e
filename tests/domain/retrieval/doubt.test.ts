import { expect, test } from 'vitest';
import { buildIndex, retrieve } from '#domain/retrieval/retrieve.ts';
import { allPublished, entries, index } from './evaluation.ts';

const ask = (text: string) => retrieve(index, { text, chatType: 1 });

test.each(['Difference between LFP and NMC', 'compare NMC with LFP', 'LFP vs NMC'])(
  '%s does not say in what respect, so the entries on prices and on energy are suggested',
  (text) => {
    const { band, hits } = ask(text);
    expect(band).toBe('suggest');
    expect(
      hits
        .slice(0, 2)
        .map(({ entry }) => entry.id)
        .toSorted(),
    ).toEqual(['411', '413']);
  },
);

test('a comparison that names the respect is answered', () => {
  expect(ask('LFP vs NMC energy density at pack level')).toMatchObject({ band: 'answer' });
  expect(ask('LFP vs NMC energy density at pack level').hits[0]?.entry.id).toBe('411');
});

test('an entry is not told as fact while another has nearly this very question', () => {
  // Without the phrasing that answers word for word, the entry on sudden capacity fade ranks first.
  const without = buildIndex(
    allPublished(entries).map((entry) => ({
      ...entry,
      ...(entry.ko === undefined
        ? {}
        : {
            ko: {
              ...entry.ko,
              alternatives: entry.ko.alternatives.filter(
                (text) => !text.includes('무엇인가요') && !text.endsWith('이란'),
              ),
            },
          }),
    })),
  );
  const { band, hits } = retrieve(without, { text: '리튬 석출의 원인은 무엇인가요?', chatType: 1 });
  expect(hits.slice(0, 3).map(({ entry }) => entry.id)).toContain('105');
  expect(band === 'suggest' || hits[0]?.entry.id === '105').toBe(true);
});

test.each([
  ['What is formation', '36'],
  ['화성 공정이란?', '36'],
  ['리튬 석출의 원인은 무엇인가요?', '105'],
  ['how do I ask an expert', '431'],
  ['what is C-rate', '37'],
  ['which files can I attach', '433'],
])('%s is answered from its own entry', (text, id) => {
  expect(ask(text)).toMatchObject({ band: 'answer' });
  expect(ask(text).hits[0]?.entry.id).toBe(id);
});
