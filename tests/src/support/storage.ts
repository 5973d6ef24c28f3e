/** A browser's storage, empty; `Object.keys` gives what is in it, and not its functions. */
export function emptyStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void delete storage[key],
  }) as Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Record<string, string | undefined>;
  return storage;
}
