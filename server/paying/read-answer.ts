/** Thrown when a reply is too long. */
class AnswerTooLong extends Error {
  constructor(mostBytes: number) {
    super(`the answer is longer than ${mostBytes} bytes`);
    this.name = 'AnswerTooLong';
  }
}

/**
 * Reads the JSON of a reply up to a limit; the rest is never read into memory.
 * @returns undefined when it is not JSON
 * @throws AnswerTooLong, or what the network throws
 */
export async function readJson(response: Response, mostBytes: number): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
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
