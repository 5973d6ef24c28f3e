import type { BackendModule, ReadCallback } from 'i18next';

/**
 * Loads `/locales/{lng}/{ns}.json`. A 5xx, or no network, may pass and is asked for again by i18next; a 4xx is an answer,
 * and so is a page in its place, such as that of a captive portal.
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
    response = await fetch(path, { signal: AbortSignal.timeout(patienceMs) });
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

/** A screen waits for its texts: rather English soon than the right language after minutes. */
const patienceMs = 20_000;
