import type { SaveSettingsBody, SettingsReply } from '#domain/assistant/wire/assistant-settings.ts';
import type { ModelReply, TriedReply } from '#domain/assistant/wire/model.ts';
import type { Api } from '../../../net/http.ts';

/** The assistant's settings, and its language model. All throw Unreachable, Refused or SignedOut. */

const path = '/admin-api/assistant_settings';

/** Returns the settings in force. */
export function assistantSettings(api: Api): Promise<SettingsReply> {
  return api.json({ path });
}

/** Saves a new version. @throws Refused with STALE when another is in force */
export function saveSettings(api: Api, body: SaveSettingsBody, key: string): Promise<SettingsReply> {
  return api.json({ path, body, headers: { 'idempotency-key': key } });
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
