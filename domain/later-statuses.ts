/**
 * Statuses that say "later", not "no": the server answers each of them with `Retry-After`, and a device sends again what
 * was answered so. One set for both, so that nothing is refused for good by an answer that only meant to wait.
 */
export const laterStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
