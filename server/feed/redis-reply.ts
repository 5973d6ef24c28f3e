import { cutText } from '#domain/text.ts';

/**
 * Parses replies of Redis (RESP3) from a stream of bytes: https://redis.io/docs/latest/develop/reference/protocol-spec
 */
export type Reply = string | number | null | RedisError | Reply[];

/** A push message: a message on a channel rather than a reply. */
export class Pushed {
  readonly parts: Reply[];

  constructor(parts: Reply[]) {
    this.parts = parts;
  }
}

export class RedisError extends Error {
  override readonly name = 'RedisError';
}

const lineEnd = Buffer.from('\r\n');

/** Collects bytes and returns complete replies. */
export class ReplyReader {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** Adds bytes. @returns the replies that are complete now */
  add(chunk: Buffer): (Reply | Pushed)[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const replies: (Reply | Pushed)[] = [];
    for (;;) {
      this.#at = 0;
      const reply = this.#read();
      if (reply === undefined) return replies;
      replies.push(reply);
      this.#bytes = this.#bytes.subarray(this.#at);
    }
  }

  /** Reads the next reply. @returns undefined when it is not complete yet */
  #read(): Reply | Pushed | undefined {
    const end = this.#bytes.indexOf(lineEnd, this.#at);
    if (end < 0) return undefined;
    const kind = String.fromCharCode(this.#bytes[this.#at] ?? 0);
    const rest = this.#bytes.toString('utf8', this.#at + 1, end);
    this.#at = end + lineEnd.length;
    switch (kind) {
      case '+':
      case ',':
      case '#':
      case '(':
        return rest;
      case ':':
        return Number(rest);
      case '-':
        return new RedisError(rest);
      case '_':
        return null;
      case '$':
      case '=':
        return Number(rest) < 0 ? null : this.#readText(Number(rest));
      case '*':
      case '~':
        return Number(rest) < 0 ? null : this.#readMany(Number(rest));
      case '%':
        return this.#readMany(2 * Number(rest));
      case '>': {
        const parts = this.#readMany(Number(rest));
        return parts === undefined ? undefined : new Pushed(parts);
      }
      default:
        throw new RedisError(`this is no reply of Redis: ${kind}${cutText(rest, 40)}`);
    }
  }

  #readText(bytes: number): string | undefined {
    const end = this.#at + bytes;
    if (this.#bytes.length < end + lineEnd.length) return undefined;
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + lineEnd.length;
    return text;
  }

  #readMany(count: number): Reply[] | undefined {
    const parts: Reply[] = [];
    for (let i = 0; i < count; i++) {
      const part = this.#read();
      if (part === undefined) return undefined;
      parts.push(part instanceof Pushed ? part.parts : part);
    }
    return parts;
  }
}
