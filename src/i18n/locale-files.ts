import type { BackendModule, ReadCallback } from 'i18next';
import { deadlines } from '../net/deadlines.ts';

/**
 * Loads `/locales/{lng}/{ns}.json`. i18next retries after a 5xx or without a network. A 4xx, or a page instead of JSON
 * such as a captive portal's, is final.
 */
export const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, callback) {
    void load(`/locales/${language}/${namespace}.json`, callback);
  },
};

async function load(path: string, callback: ReadCallback): Promise<void> {
  let response: Response;
  try {
    response = await fetch(path, { signal: AbortSignal.timeout(deadlines.texts) });
  } catch (error) {
    callback(error instanceof Error ? error : String(error), true);
    return;
  }
  try {
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    callback(null, await response.json());
  } catch (error) {
    callback(error instanceof Error ? error : String(error), response.status >= 500);
  }
}
