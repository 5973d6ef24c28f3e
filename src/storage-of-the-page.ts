/**
 * Where a browser keeps nothing for this site, it throws at the mere look at its storages: then the page has storages of its
 * own, which last as long as it does. This runs before anything else looks.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void globalThis[name].length;
  } catch {
    Object.defineProperty(globalThis, name, { configurable: true, value: storageOfThePage() });
  }
}

function storageOfThePage(): Storage {
  const rows = new Map<string, string>();
  return {
    get length() {
      return rows.size;
    },
    clear: () => rows.clear(),
    getItem: (name) => rows.get(name) ?? null,
    key: (i) => [...rows.keys()][i] ?? null,
    removeItem: (name) => void rows.delete(name),
    setItem: (name, value) => void rows.set(name, value),
  };
}

export {};
