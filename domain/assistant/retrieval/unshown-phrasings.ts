import stored from './unshown-phrasings.json' with { type: 'json' };

/** More ways to ask for an entry, in all languages, by its question. They are searched and never shown. */
export type UnshownPhrasings = ReadonlyMap<string, readonly string[]>;

/** Those of the product's own entries. An entry whose question was changed may be about something else: it has none. */
export const unshownPhrasings: UnshownPhrasings = new Map(Object.entries(stored));
