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

/** An integer of at least 0. */
interface NumberField {
  name: string;
  kind: 'number';
  /** `cents` are per million tokens. */
  unit: 'tokens' | 'cents';
  most: number;
  standard: number;
}

interface FlagField {
  name: string;
  kind: 'flag';
  standard: boolean;
}

/** A text; empty for the product's. */
interface TextField {
  name: `${SettingTab}.${'title' | 'text'}.${SettingLanguage}`;
  kind: 'text';
  /** Maximum number of characters. */
  most: number;
  standard: string;
}

/** A list of different texts; empty for the product's. */
interface ListField {
  name: `${SettingTab}.starters.${SettingLanguage}`;
  kind: 'list';
  /** Maximum number of texts, and of characters of one. */
  most: number;
  chars: number;
  standard: readonly string[];
}

export type SettingField = NumberField | FlagField | TextField | ListField;

const tokens = { kind: 'number', unit: 'tokens', most: 1_000_000_000 } as const;
const cents = { kind: 'number', unit: 'cents', most: 1_000_000, standard: 0 } as const;

const numbers = [
  { name: 'tokensPerConversation', ...tokens, standard: 60_000 },
  { name: 'tokensPerUserDay', ...tokens, standard: 200_000 },
  { name: 'tokensPerDay', ...tokens, standard: 5_000_000 },
  { name: 'centsPerMillionIn', ...cents },
  { name: 'centsPerMillionOut', ...cents },
] as const satisfies readonly NumberField[];

const flags = [
  /** Whether the model writes answers, where one is set. */
  { name: 'modelIsOn', kind: 'flag', standard: true },
  /** Whether passages of a question's files may leave the server. */
  { name: 'sendsFiles', kind: 'flag', standard: false },
] as const satisfies readonly FlagField[];

const tabFields = settingTabs.flatMap(({ tab }) =>
  settingLanguages.flatMap((language): (TextField | ListField)[] => [
    { name: `${tab}.title.${language}`, kind: 'text', most: 100, standard: '' },
    { name: `${tab}.text.${language}`, kind: 'text', most: 300, standard: '' },
    { name: `${tab}.starters.${language}`, kind: 'list', most: 6, chars: 200, standard: [] },
  ]),
);

/** All fields, in the order in which they are shown. */
export const settingFields: readonly SettingField[] = [...tabFields, ...flags, ...numbers];

/** The values of all fields by name. */
export interface AssistantSettings
  extends
    Record<(typeof numbers)[number]['name'], number>,
    Record<(typeof flags)[number]['name'], boolean>,
    Record<TextField['name'], string>,
    Record<ListField['name'], readonly string[]> {}

export type SettingName = keyof AssistantSettings;
export type SettingValue = AssistantSettings[SettingName];
