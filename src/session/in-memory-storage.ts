/**
 * Replaces `localStorage` and `sessionStorage` by in-memory ones, which last as long as the page, where the browser
 * stores nothing for this site and throws on mere access. This must run before any other code accesses them.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void globalThis[name].length;
  } catch {
    Object.defineProperty(globalThis, name, { value: inMemoryStorage() });
  }
}

/** Creates an in-memory storage with the methods that the app uses. */
function inMemoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const rows = new Map<string, string>();
  return {
    getItem: (name) => rows.get(name) ?? null,
    setItem: (name, value) => void rows.set(name, value),
    removeItem: (name) => void rows.delete(name),
  };
}
