import { problemsWithSynonyms } from '../retrieval/own-synonyms.ts';
import { type AssistantSettings, settingFields, type SettingField } from './fields.ts';
import { settingOf } from './settings.ts';

/** What is wrong with a setting. */
export interface SettingProblem {
  /** Name of the field; in a list `name/place`, in groups `name/group/word`, from 0. */
  path: string;
  /**
   * `RANGE`: outside the field's limits. `WHOLE`: not an integer. `LONG`: too many characters. `MANY`: too many rows.
   * `EMPTY`: a row without text. `TWICE`: a row that is there already. `ORDER`: a threshold is above the one it must not
   * pass. `FEW`, `KNOWN`: see `problemsWithSynonyms`.
   */
  code: 'RANGE' | 'WHOLE' | 'LONG' | 'MANY' | 'EMPTY' | 'TWICE' | 'ORDER' | 'FEW' | 'KNOWN';
  /** For `KNOWN`, words that the product takes for the same; for `TWICE` in groups, the number of the other group, from 0. */
  with?: string;
}

/** Returns what is wrong with settings, in the order of their fields. */
export function problemsWithSettings(settings: AssistantSettings): SettingProblem[] {
  return [...settingFields.flatMap((field) => problemsWith(field, settings)), ...orderProblems(settings)];
}

function problemsWith(field: SettingField, settings: AssistantSettings): SettingProblem[] {
  const value = settingOf(settings, field);
  const path = field.name;
  if (field.kind === 'number') return numberProblem(field, value as number);
  if (field.kind === 'text') return (value as string).length > field.most ? [{ path, code: 'LONG' }] : [];
  if (field.kind === 'list') return listProblems(field, value as readonly string[]);
  if (field.kind === 'groups') return groupProblems(field, settings.synonyms);
  return [];
}

function numberProblem(field: SettingField & { kind: 'number' }, value: number): SettingProblem[] {
  const { name: path, unit, least, most } = field;
  if (!(value >= least && value <= most)) return [{ path, code: 'RANGE' }];
  return unit === 'share' || Number.isInteger(value) ? [] : [{ path, code: 'WHOLE' }];
}

function listProblems(field: SettingField & { kind: 'list' }, rows: readonly string[]): SettingProblem[] {
  const { name, most, chars } = field;
  const tooMany: SettingProblem[] = rows.length > most ? [{ path: name, code: 'MANY' }] : [];
  const wrong = rows.flatMap((row, at): SettingProblem[] => {
    const path = `${name}/${at}`;
    if (row.trim() === '') return [{ path, code: 'EMPTY' }];
    if (row.length > chars) return [{ path, code: 'LONG' }];
    return rows.indexOf(row) < at ? [{ path, code: 'TWICE' }] : [];
  });
  return [...tooMany, ...wrong];
}

function groupProblems(
  { name, most, words, chars }: SettingField & { kind: 'groups' },
  groups: AssistantSettings['synonyms'],
): SettingProblem[] {
  if (groups.length > most) return [{ path: name, code: 'MANY' }];
  const long = groups.flatMap((group, at): SettingProblem[] => {
    if (group.length > words) return [{ path: `${name}/${at}/0`, code: 'MANY' }];
    return group.flatMap((word, i) => (word.length > chars ? [{ path: `${name}/${at}/${i}`, code: 'LONG' }] : []));
  });
  if (long.length > 0) return long;
  return problemsWithSynonyms(groups).map(({ group, word, ...problem }) => ({
    path: `${name}/${group}/${word}`,
    ...problem,
  }));
}

/** An answer needs no less confidence than a suggestion, and a suggestion no less than a question of the subject. */
const orders = [
  ['suggestAt', 'answerAt'],
  ['suggestAt', 'followUpAt'],
  ['foreignBelow', 'suggestAt'],
] as const;

function orderProblems(settings: AssistantSettings): SettingProblem[] {
  const wrong = orders.filter(([lower, upper]) => settings[lower] > settings[upper]).map(([lower]) => lower);
  return [...new Set(wrong)].map((path) => ({ path, code: 'ORDER' }));
}
