import {
  type AssistantSettings,
  settingFields,
  type SettingField,
  type SettingValue,
} from '#domain/assistant/fields.ts';
import { percent, readFigureText } from '#domain/figure/read-figure.ts';
import { settingOf } from '#domain/assistant/settings.ts';

/** What is typed into the settings and not saved: only the fields that were touched. */

/** Numbers and texts as typed; lists and groups as lines; categories as they are chosen. */
export type TypedSetting = string | boolean | readonly string[];

export interface SettingsEdit {
  /** The version in force when the first of them was typed, and its settings. */
  base: number;
  seen: AssistantSettings;
  typed: Readonly<Record<string, TypedSetting>>;
}

/** Returns how a value is typed. */
function typedOf(field: SettingField, value: SettingValue): TypedSetting {
  if (field.kind === 'number') return numberText(field, value as number);
  if (field.kind === 'groups') return (value as string[][]).map((group) => group.join(', ')).join('\n');
  if (field.kind === 'list' && !isChosen(field)) return (value as string[]).join('\n');
  return value as TypedSetting;
}

/** Returns the value of what is typed. A text that is no number is NaN, which no field allows. */
export function valueOf(field: SettingField, typed: TypedSetting): SettingValue {
  if (typeof typed !== 'string') return typed;
  if (field.kind === 'number') return numberIn(field, typed);
  if (field.kind === 'text') return typed.trim();
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (field.kind === 'list') return lines;
  return lines.map((line) =>
    line
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
}

/** Returns the settings with what is typed in place of its fields. */
export function settingsWith(settings: AssistantSettings, typed: SettingsEdit['typed']): AssistantSettings {
  const own = settingFields.flatMap((field) => {
    const text = typed[field.name];
    return text === undefined ? [] : [[field.name, valueOf(field, text)] as const];
  });
  return { ...settings, ...Object.fromEntries(own) };
}

/** Returns what is typed into a field; its present value if it was not touched. */
export function typedIn(field: SettingField, settings: AssistantSettings, typed: SettingsEdit['typed']): TypedSetting {
  return typed[field.name] ?? typedOf(field, settingOf(settings, field));
}

/** Whether a list is chosen from others instead of typed. */
function isChosen({ name }: SettingField): boolean {
  return name.endsWith('.categories');
}

/** Writes a number as it is typed: shares in percent. */
function numberText({ unit }: SettingField & { kind: 'number' }, value: number): string {
  return unit === 'share' ? String(Number((value * 100).toFixed(2))) : String(value);
}

/** In the languages of the interface, and so in the limits beside the field, a comma groups thousands. */
function numberIn({ unit, least, most }: SettingField & { kind: 'number' }, text: string): number {
  const isShare = unit === 'share';
  const size = isShare ? 100 : 1;
  const reading = readFigureText(text, {
    ...(isShare ? { convert: percent } : {}),
    whole: !isShare,
    mark: isShare ? undefined : '.',
    allows: (value) => value >= least * size && value <= most * size,
  });
  if (!('value' in reading)) return Number.NaN;
  return isShare ? Math.round(reading.value * 100) / 10_000 : reading.value;
}
