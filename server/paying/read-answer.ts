/** An answer of somebody else's server is longer than it may be. */
class AnswerTooLong extends Error {
  constructor(mostBytes: number) {
    super(`the answer is longer than ${mostBytes} bytes`);
    this.name = 'AnswerTooLong';
  }
}

/**
 * Reads the JSON of an answer up to a limit. What is beyond it is never in memory.
 * @returns undefined for what is no JSON
 * @throws AnswerTooLong, or what the network throws
 */
export async function readJson(response: Response, mostBytes: number): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > mostBytes) throw new AnswerTooLong(mostBytes);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}
