import { type RetrievalSettings, retrievalSettings } from '../retrieval/settings.ts';
import {
  type AssistantSettings,
  settingFields,
  type SettingField,
  settingLanguages,
  type SettingLanguage,
  type SettingName,
  settingTabs,
  type SettingTab,
  type SettingValue,
} from './fields.ts';

/** The assistant's settings as an administrator has saved them, and what the parts of the product need of them. */

export type { AssistantSettings };

/** The settings of the product, while nobody has saved others. */
export const productSettings = Object.fromEntries(
  settingFields.map(({ name, standard }) => [name, standard]),
) as unknown as AssistantSettings;

/** Completes stored settings: fields that are missing have the product's values, unknown ones are left out. */
export function wholeSettings(stored: Readonly<Record<string, unknown>>): AssistantSettings {
  return Object.fromEntries(
    settingFields.map(({ name, standard }) => [name, stored[name] ?? standard]),
  ) as unknown as AssistantSettings;
}

/** Returns what is stored of settings: the fields that differ from the product's. */
export function storedSettings(settings: AssistantSettings): Record<string, SettingValue> {
  const own = differingSettings(productSettings, settings);
  return Object.fromEntries(own.map((field) => [field.name, settingOf(settings, field)]));
}

/** Returns the value of a field. */
export function settingOf(settings: AssistantSettings, { name }: Pick<SettingField, 'name'>): SettingValue {
  return settings[name as SettingName];
}

/** Returns the fields in which two settings differ, in the order of the table. */
function differingSettings(before: AssistantSettings, after: AssistantSettings): SettingField[] {
  return settingFields.filter((field) => !isSame(settingOf(before, field), settingOf(after, field)));
}

/** A field that was changed; of lists and groups only the rows that differ, unless only their order does. */
export interface SettingChange {
  name: string;
  before: SettingValue;
  after: SettingValue;
}

/** Returns what differs between two settings, field by field. */
export function settingChanges(before: AssistantSettings, after: AssistantSettings): SettingChange[] {
  return differingSettings(before, after).map((field) => {
    const [old, now] = [settingOf(before, field), settingOf(after, field)];
    const { name } = field;
    if (!Array.isArray(old) || !Array.isArray(now)) return { name, before: old, after: now };
    const [gone, added] = [rowsWithout(old, now), rowsWithout(now, old)];
    return gone.length + added.length === 0
      ? { name, before: old, after: now }
      : { name, before: gone as SettingValue, after: added as SettingValue };
  });
}

function rowsWithout(rows: readonly unknown[], others: readonly unknown[]): unknown[] {
  return rows.filter((row) => !others.some((other) => isSame(row, other)));
}

/** Whether two settings find other things, or answer them otherwise: the change is to be measured. */
export function needsMeasuring(before: AssistantSettings, after: AssistantSettings): boolean {
  return differingSettings(before, after).some((field) => 'isMeasured' in field);
}

/** Returns the parameters of the search. */
export function retrievalSettingsOf(settings: AssistantSettings): RetrievalSettings {
  const { answerAt, followUpAt, suggestAt, foreignBelow, suggestions, synonyms } = settings;
  const categories = Object.fromEntries(
    settingTabs.map(({ tab, chatType }) => [chatType, settings[`${tab}.categories`]]),
  ) as unknown as RetrievalSettings['categories'];
  return { ...retrievalSettings, answerAt, followUpAt, suggestAt, foreignBelow, suggestions, synonyms, categories };
}

/** What a chat tab shows before the first question: only what differs from the product's. */
interface WelcomeTexts {
  title?: string;
  text?: string;
  starters?: string[];
}

/** What devices need: what is searched otherwise than in the product, and the welcome texts. */
export interface DeviceSettings {
  version: number;
  retrieval: Partial<RetrievalSettings>;
  welcome: Partial<Record<SettingTab, Partial<Record<SettingLanguage, WelcomeTexts>>>>;
}

/** Returns what devices get of a version. */
export function deviceSettingsOf(version: number, settings: AssistantSettings): DeviceSettings {
  const own = Object.entries(retrievalSettingsOf(settings)).filter(
    ([name, value]) => !isSame(value, retrievalSettings[name as keyof RetrievalSettings]),
  );
  const welcome = settingTabs.map(({ tab }) => [
    tab,
    Object.fromEntries(settingLanguages.map((language) => [language, welcomeIn(settings, tab, language)])),
  ]);
  return { version, retrieval: Object.fromEntries(own), welcome: Object.fromEntries(welcome) };
}

function welcomeIn(settings: AssistantSettings, tab: SettingTab, language: SettingLanguage): WelcomeTexts {
  const title = settings[`${tab}.title.${language}`];
  const text = settings[`${tab}.text.${language}`];
  const starters = settings[`${tab}.starters.${language}`];
  return {
    ...(title === '' ? {} : { title }),
    ...(text === '' ? {} : { text }),
    ...(starters.length === 0 ? {} : { starters: [...starters] }),
  };
}

/** Whether two values are equal. Values are made by this code, so members stand in one order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
