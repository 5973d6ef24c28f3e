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

/** The settings of the product, while no others are saved. */
export const productSettings = wholeSettings({});

/**
 * Completes stored settings: fields that are missing have the product's values. Unknown ones are left out, such as the
 * thresholds of earlier versions of the product.
 */
export function wholeSettings(stored: Readonly<Record<string, unknown>>): AssistantSettings {
  return Object.fromEntries(
    settingFields.map(({ name, standard }) => [name, stored[name] ?? standard]),
  ) as unknown as AssistantSettings;
}

/** Returns what is stored of settings: the fields that differ from the product's. */
export function storedSettings(settings: AssistantSettings): Record<string, SettingValue> {
  const own = settingFields.filter((field) => !isSameSetting(settingOf(settings, field), field.standard));
  return Object.fromEntries(own.map((field) => [field.name, settingOf(settings, field)]));
}

/** Returns the value of a field. */
export function settingOf(settings: AssistantSettings, { name }: Pick<SettingField, 'name'>): SettingValue {
  return settings[name as SettingName];
}

/** Whether two values of a field are equal. */
export function isSameSetting(a: SettingValue, b: SettingValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Texts that a chat tab shows before the first question: only those that differ from the product's. */
interface WelcomeTexts {
  title?: string;
  text?: string;
  starters?: string[];
}

/** Settings that devices need: the welcome texts. */
export interface DeviceSettings {
  version: number;
  welcome: Partial<Record<SettingTab, Partial<Record<SettingLanguage, WelcomeTexts>>>>;
}

/** Returns the settings that devices get of a version. */
export function deviceSettingsOf(version: number, settings: AssistantSettings): DeviceSettings {
  const welcome = settingTabs.map(({ tab }) => [
    tab,
    Object.fromEntries(settingLanguages.map((language) => [language, welcomeIn(settings, tab, language)])),
  ]);
  return { version, welcome: Object.fromEntries(welcome) };
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
