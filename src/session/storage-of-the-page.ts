/**
 * Where a browser keeps nothing for this site, it throws at the mere look at its storages: then the page has storages of its
 * own, which last as long as it does. This runs before anything else looks.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void globalThis[name].length;
  } catch {
    Object.defineProperty(globalThis, name, { value: storageOfThePage() });
  }
}

/** As much of a storage as the app uses. */
function storageOfThePage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const rows = new Map<string, string>();
  return {
    getItem: (name) => rows.get(name) ?? null,
    setItem: (name, value) => void rows.set(name, value),
    removeItem: (name) => void rows.delete(name),
  };
}
