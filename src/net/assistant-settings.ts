import type {
  MeasurementReply,
  MeasureSettingsBody,
  SaveSettingsBody,
  SettingsReply,
  SettingsVersionsReply,
  UseAgainBody,
} from '#domain/protocol/assistant-settings.ts';
import type { ModelReply, TriedReply } from '#domain/protocol/model.ts';
import type { Api } from './http.ts';

/** The assistant's settings, and its language model. All throw Unreachable, Refused or SignedOut. */

const path = '/admin-api/assistant_settings';
const keyed = (key: string) => ({ 'idempotency-key': key });

/** Returns the settings in force. */
export function assistantSettings(api: Api): Promise<SettingsReply> {
  return api.json({ path });
}

/** Returns a page of the versions, newest first. */
export function settingsVersions(api: Api, query: string): Promise<SettingsVersionsReply> {
  return api.json({ path: `${path}/versions?${query}` });
}

/** Saves a new version. @throws Refused with STALE when another is in force, or what was measured has changed */
export function saveSettings(api: Api, body: SaveSettingsBody, key: string): Promise<SettingsReply> {
  return api.json({ path, body, headers: keyed(key) });
}

/** Writes the content of an earlier version as a new one. @throws Refused with STALE when another is in force */
export function writeSettingsAgain(api: Api, body: UseAgainBody, key: string): Promise<SettingsReply> {
  return api.json({ path: `${path}/use_again`, body, headers: keyed(key) });
}

/** Starts to ask the question set with settings that are not saved yet. */
export function measureSettings(api: Api, body: MeasureSettingsBody, key: string): Promise<{ id: string }> {
  return api.json({ path: `${path}/measurements`, body, headers: keyed(key) });
}

export function settingsMeasurement(api: Api, id: string): Promise<MeasurementReply> {
  return api.json({ path: `${path}/measurements/${id}` });
}

/** Returns what the language model used and cost. */
export function modelUse(api: Api): Promise<ModelReply> {
  return api.json({ path: '/admin-api/model' });
}

/** Asks the language model a question with a source. */
export function testModel(api: Api): Promise<TriedReply> {
  return api.json({ method: 'POST', path: '/admin-api/model/test', timeoutMs: testTimeoutMs });
}

/** The model itself may take up to two minutes, twice. */
const testTimeoutMs = 250_000;
