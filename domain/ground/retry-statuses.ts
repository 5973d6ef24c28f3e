/**
 * HTTP statuses that mean "try again later". The server sends `Retry-After` with each of them, and the device retries.
 * Both share this set, so that a temporary failure never refuses a command for good.
 */
export const retryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
