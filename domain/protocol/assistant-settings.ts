import { Type, type Static, type TSchema } from 'typebox';
import { type AssistantSettings, settingFields, type SettingField, type SettingValue } from '../assistant/fields.ts';
import { id, listOf, nullable, oneOf, page, text, when } from './parts.ts';
import { measuredChange } from './synchronizes.ts';

/** Wire format of the assistant's settings. `domain/assistant/fields.ts` says what the fields mean, and their limits. */

/** Generous limits: what a field allows is checked with `problemsWithSettings`, which names each wrong row. */
const longText = Type.String({ maxLength: 1_000 });

function schemaOf({ kind }: SettingField): TSchema {
  if (kind === 'number') return Type.Number();
  if (kind === 'flag') return Type.Boolean();
  if (kind === 'text') return longText;
  const list = Type.Array(longText, { maxItems: 100 });
  return kind === 'list' ? list : Type.Array(list, { maxItems: 1_000 });
}

const settings = Type.Unsafe<AssistantSettings>(
  Type.Object(Object.fromEntries(settingFields.map((field) => [field.name, schemaOf(field)]))),
);

/** Why settings are saved. */
const why = Type.String({ minLength: 1, maxLength: 500 });
/** The version in force that the editor started from; 0 for the product's. */
const replaces = Type.Integer({ minimum: 0, maximum: 2_147_483_646 });

const about = {
  version: Type.Integer(),
  why: text,
  /** The version whose content was written again. */
  brings_back: nullable(Type.Integer()),
  /** Null for the product's and for accounts that are gone. */
  made_by: nullable(text),
  made_at: nullable(when),
};

/** The settings in force. */
export const settingsReply = Type.Object({ ...about, settings });
export type SettingsReply = Static<typeof settingsReply>;

const value = Type.Unsafe<SettingValue>({});

/** A field that a version has changed; of lists only the rows that differ. */
const change = Type.Object({ name: text, before: value, after: value });

export const settingsQuery = Type.Object({ ...page });

/** The versions, newest first, down to the product's. */
export const settingsVersionsReply = listOf(
  Type.Object({ ...about, is_current: Type.Boolean(), changes: Type.Array(change) }),
);
export type SettingsVersionsReply = Static<typeof settingsVersionsReply>;
export type SettingsVersionRow = SettingsVersionsReply['items'][number];

export const saveSettingsBody = Type.Object({
  replaces,
  settings,
  why,
  /** A measurement of these settings; needed when they change what is found. */
  measurement_id: Type.Optional(nullable(id)),
});
export type SaveSettingsBody = Static<typeof saveSettingsBody>;

export const useAgainBody = Type.Object({ version: replaces, replaces, why });
export type UseAgainBody = Static<typeof useAgainBody>;

export const measureSettingsBody = Type.Object({ replaces, settings });
export type MeasureSettingsBody = Static<typeof measureSettingsBody>;

export const measurementIdReply = Type.Object({ id });
export const measurementParams = Type.Object({ id });

/** What the question set gives with settings, beside those in force. */
export const measurementReply = Type.Object({
  id,
  state: oneOf('waiting', 'measuring', 'done', 'failed', 'cancelled'),
  progress: Type.Number({ description: '0 to 1' }),
  result: nullable(measuredChange),
});
export type MeasurementReply = Static<typeof measurementReply>;
