import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import type { BilingualText } from '#domain/quantities/words.ts';

const w = (en: string, ko = '가'): BilingualText => ({ en, ko });

/** A small tree of the failure finder, without a problem: two steps and three findings. It cites entries 1 and 2. */
export const smallTree: FinderTree = {
  id: 'swelling',
  rank: 1,
  title: w('Swelling', '부풂'),
  about: w('A cell is thicker than it was.'),
  answers: ['1'],
  steps: [
    {
      id: 'hot',
      question: w('Is it hot?'),
      reason: w('Safety first.'),
      choices: [
        { says: w('Yes'), means: w('Leave.'), next: 'leave' },
        { says: w('No'), means: w('Go on.'), next: 'rest' },
      ],
    },
    {
      id: 'rest',
      question: w('Does the thickness come back?'),
      reason: w('Gas stays.'),
      measurement: { how: w('Discharge and rest.'), hours: 3, cost: 'low' },
      choices: [
        { says: w('It comes back'), means: w('Breathing.'), next: 'sound' },
        { says: w('It stays'), means: w('Gas.'), next: 'gas' },
      ],
    },
  ],
  findings: [
    finding('leave', 'Emergency'),
    finding('sound', 'Breathing'),
    { ...finding('gas', 'Gas'), test: { type: 'Calendar', temperature_C: 45, why: w('Shows the gas.') } },
  ],
};

function finding(id: string, title: string): FinderTree['findings'][number] {
  return {
    id,
    title: w(title),
    causes: [{ name: w(`${title} inside`), reason: w('As measured.'), entries: ['1', '2'] }],
    todo: w('Send a report.'),
  };
}
