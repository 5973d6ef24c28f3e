import { Type, type Static, type TSchema } from 'typebox';
import { type AssistantSettings, settingFields, type SettingField } from '../fields.ts';
import { nullable, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of the assistant's settings. `domain/assistant/fields.ts` says what the fields mean, and their limits. */

function schemaOf(field: SettingField): TSchema {
  if (field.kind === 'number') return Type.Integer({ minimum: 0, maximum: field.most });
  if (field.kind === 'flag') return Type.Boolean();
  if (field.kind === 'text') return Type.String({ maxLength: field.most });
  const row = Type.String({ maxLength: field.chars, pattern: '\\S' });
  return Type.Array(row, { maxItems: field.most, uniqueItems: true });
}

const settings = Type.Unsafe<AssistantSettings>(
  Type.Object(Object.fromEntries(settingFields.map((field) => [field.name, schemaOf(field)]))),
);

/** The settings in force. */
const settingsReply = Type.Object({
  /** 0 is the product's. */
  version: Type.Integer(),
  /** Null for the product's and for accounts that are gone. */
  made_by: nullable(text),
  made_at: nullable(when),
  settings,
});
export type SettingsReply = Static<typeof settingsReply>;

const saveSettingsBody = Type.Object({
  /** The version in force that the editor started from; 0 for the product's. */
  replaces: Type.Integer({ minimum: 0, maximum: 2_147_483_646 }),
  settings,
});

export const routesOfSettings = {
  'GET /admin-api/assistant_settings': { response: { 200: settingsReply } },
  // Refused with STALE when another version was made since the one it replaces.
  'POST /admin-api/assistant_settings': { keyed: true, body: saveSettingsBody, response: { 201: settingsReply } },
} satisfies RouteTable;
