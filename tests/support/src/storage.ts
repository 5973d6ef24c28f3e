/** An empty browser storage; `Object.keys` lists its items and not its methods. */
export function emptyStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void delete storage[key],
  }) as Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Record<string, string | undefined>;
  return storage;
}
