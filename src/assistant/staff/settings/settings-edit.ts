import {
  type AssistantSettings,
  settingFields,
  type SettingField,
  type SettingValue,
} from '#domain/assistant/fields.ts';
import { readFigureText } from '#domain/ground/figure/read-figure.ts';
import { settingOf } from '#domain/assistant/settings.ts';

/** Settings that are typed and not saved: only the fields that the user has touched. */

/** Numbers and texts as typed; lists as lines. */
export type TypedSetting = string | boolean;

export interface SettingsEdit {
  /** The version in force when the first of them was typed. */
  base: number;
  typed: Readonly<Record<string, TypedSetting>>;
}

/** Returns the value of a typed text. A text that is no number is NaN, which no field allows. */
export function settingValueOf(field: SettingField, typed: TypedSetting): SettingValue {
  if (typeof typed !== 'string') return typed;
  if (field.kind === 'number') return numberIn(field, typed);
  if (field.kind === 'text') return typed.trim();
  const lines = typed.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

/** Whether a field allows a value. */
export function allowsSetting(field: SettingField, value: SettingValue): boolean {
  if (typeof value === 'number') return field.kind === 'number' && value >= 0 && value <= field.most;
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return field.kind === 'text' && value.length <= field.most;
  return field.kind === 'list' && value.length <= field.most && value.every((row) => row.length <= field.chars);
}

/** Returns the settings with the typed values in place of its fields. */
export function settingsWith(settings: AssistantSettings, typed: SettingsEdit['typed']): AssistantSettings {
  const own = settingFields.flatMap((field) => {
    const text = typed[field.name];
    return text === undefined ? [] : [[field.name, settingValueOf(field, text)] as const];
  });
  return { ...settings, ...Object.fromEntries(own) };
}

/** Returns what is typed into a field; its present value if it was not touched. */
export function typedIn(field: SettingField, settings: AssistantSettings, typed: SettingsEdit['typed']): TypedSetting {
  const text = typed[field.name];
  if (text !== undefined) return text;
  const value = settingOf(settings, field);
  if (typeof value === 'boolean') return value;
  return typeof value === 'object' ? value.join('\n') : String(value);
}

/** In the languages of the interface, and so in the limits beside the field, a comma groups thousands. */
function numberIn({ most }: SettingField & { kind: 'number' }, text: string): number {
  const reading = readFigureText(text, {
    whole: true,
    mark: '.',
    allows: (value) => value >= 0 && value <= most,
  });
  return 'value' in reading ? reading.value : Number.NaN;
}
