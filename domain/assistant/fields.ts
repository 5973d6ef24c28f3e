import { categoriesOfChat, retrievalSettings } from '../retrieval/settings.ts';

/**
 * Every setting of the assistant: one row each. To add one: its row here, and its texts in `center.json` under
 * `settings.field`. A stored version has only the fields that differ from `standard`, so a new row needs no migration.
 */

/** The chat tabs with their room types. */
export const settingTabs = [
  { tab: 'general', chatType: 1 },
  { tab: 'supplier', chatType: 2 },
  { tab: 'spec', chatType: 3 },
  { tab: 'benchmark', chatType: 4 },
] as const;

export const settingLanguages = ['en', 'ko'] as const;

export type SettingTab = (typeof settingTabs)[number]['tab'];
export type SettingLanguage = (typeof settingLanguages)[number];
type SettingPart = 'thresholds' | 'tabs' | 'synonyms' | 'model';

type SettingUnit = 'share' | 'entries' | 'tokens' | 'cents';

interface NumberField {
  name: string;
  part: SettingPart;
  kind: 'number';
  /** `share` is 0 to 1; `cents` are per million tokens. All others are integers. */
  unit: SettingUnit;
  least: number;
  most: number;
  standard: number;
  /** Whether it changes what is found: it is measured before it is saved. */
  isMeasured?: true;
}

interface FlagField {
  name: string;
  part: SettingPart;
  kind: 'flag';
  standard: boolean;
}

/** A text; empty for the product's. */
interface TextField {
  name: `${SettingTab}.${'title' | 'text'}.${SettingLanguage}`;
  part: 'tabs';
  kind: 'text';
  most: number;
  standard: string;
}

/** A list of texts. An empty list of starters stands for the product's. */
interface ListField {
  name: `${SettingTab}.${`starters.${SettingLanguage}` | 'categories'}`;
  part: 'tabs';
  kind: 'list';
  /** Most texts, and the most characters of one. */
  most: number;
  chars: number;
  standard: readonly string[];
  isMeasured?: true;
}

/** Groups of words that mean the same. */
interface GroupsField {
  name: 'synonyms';
  part: 'synonyms';
  kind: 'groups';
  /** Most groups, words of one, and characters of a word. */
  most: number;
  words: number;
  chars: number;
  standard: readonly (readonly string[])[];
  isMeasured: true;
}

export type SettingField = NumberField | FlagField | TextField | ListField | GroupsField;

const share = { part: 'thresholds', kind: 'number', unit: 'share', least: 0, most: 1, isMeasured: true } as const;
const tokens = { part: 'model', kind: 'number', unit: 'tokens', least: 0, most: 1_000_000_000 } as const;
const cents = { part: 'model', kind: 'number', unit: 'cents', least: 0, most: 1_000_000, standard: 0 } as const;

const numbers = [
  { name: 'answerAt', ...share, least: 0.5, standard: retrievalSettings.answerAt },
  { name: 'followUpAt', ...share, least: 0.5, standard: retrievalSettings.followUpAt },
  { name: 'suggestAt', ...share, standard: retrievalSettings.suggestAt },
  { name: 'foreignBelow', ...share, standard: retrievalSettings.foreignBelow },
  { name: 'suggestions', ...share, unit: 'entries', least: 1, most: 6, standard: retrievalSettings.suggestions },
  { name: 'tokensPerConversation', ...tokens, standard: 60_000 },
  { name: 'tokensPerUserDay', ...tokens, standard: 200_000 },
  { name: 'tokensPerDay', ...tokens, standard: 5_000_000 },
  { name: 'centsPerMillionIn', ...cents },
  { name: 'centsPerMillionOut', ...cents },
] as const satisfies readonly NumberField[];

const flags = [
  /** Whether the model writes answers, where one is set. */
  { name: 'modelIsOn', part: 'model', kind: 'flag', standard: true },
  /** Whether passages of a question's files may leave the server. */
  { name: 'sendsFiles', part: 'model', kind: 'flag', standard: false },
] as const satisfies readonly FlagField[];

const tabFields = settingTabs.flatMap(({ tab, chatType }): (TextField | ListField)[] => [
  ...settingLanguages.flatMap((language): (TextField | ListField)[] => [
    { name: `${tab}.title.${language}`, part: 'tabs', kind: 'text', most: 100, standard: '' },
    { name: `${tab}.text.${language}`, part: 'tabs', kind: 'text', most: 300, standard: '' },
    { name: `${tab}.starters.${language}`, part: 'tabs', kind: 'list', most: 6, chars: 200, standard: [] },
  ]),
  {
    name: `${tab}.categories`,
    part: 'tabs',
    kind: 'list',
    most: 10,
    chars: 100,
    standard: categoriesOfChat[chatType],
    isMeasured: true,
  },
]);

const synonyms: GroupsField = {
  name: 'synonyms',
  part: 'synonyms',
  kind: 'groups',
  most: 200,
  words: 20,
  chars: 80,
  standard: [],
  isMeasured: true,
};

/** All fields, in the order in which they are shown. */
export const settingFields: readonly SettingField[] = [
  ...numbers.filter(({ part }) => part === 'thresholds'),
  ...tabFields,
  synonyms,
  ...flags,
  ...numbers.filter(({ part }) => part === 'model'),
];

/** The values of all fields by name. */
export interface AssistantSettings
  extends
    Record<(typeof numbers)[number]['name'], number>,
    Record<(typeof flags)[number]['name'], boolean>,
    Record<TextField['name'], string>,
    Record<ListField['name'], readonly string[]> {
  synonyms: readonly (readonly string[])[];
}

export type SettingName = keyof AssistantSettings;
export type SettingValue = AssistantSettings[SettingName];
