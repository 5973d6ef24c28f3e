import { isUtf8 } from 'node:buffer';
import { Refusal } from '#domain/ground/errors.ts';
import { notAccepted, wrong } from './json-bodies.ts';
import { isDecodable } from './route-addresses.ts';
import { KB } from '#domain/ground/units.ts';

/** Largest field of a multipart form. */
export const formFieldBytes = 128 * KB;
const formPartHeadBytes = 8 * KB;

/**
 * Checks the parts of a form while they stream to the parser, which is too lenient: it decodes invalid UTF-8, accepts
 * any charset, stores encoded parts undecoded, and truncates long part headers.
 */
export class FormParts {
  readonly #delimiter: Buffer;
  /** Starts with a line break, because the first delimiter may be at the very beginning. */
  #rest = Buffer.from('\r\n');
  /** Searched part of a field, before `#rest`. */
  #field: Buffer[] = [];
  #fieldBytes = 0;
  #at: 'before' | 'head' | 'field' | 'file' | 'over' = 'before';

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Checks bytes. @throws Refusal for a part that would be misread */
  pass(bytes: Buffer): void {
    if (this.#at === 'over') return;
    this.#rest = Buffer.concat([this.#rest, bytes]);
    while (this.#at === 'head' ? this.#endHead() : this.#endPart());
  }

  /** Reads the end of a header. @returns whether it is complete */
  #endHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    const length = end === -1 ? this.#rest.length : end;
    if (this.#rest.subarray(0, 2).equals(dashes)) this.#at = 'over';
    else if (length > formPartHeadBytes) throw new Refusal('HEADERS_TOO_LARGE');
    if (end === -1 || this.#at === 'over') return false;
    this.#at = kindOf(this.#rest.subarray(0, end));
    this.#rest = this.#rest.subarray(end + 2);
    return true;
  }

  /** Reads the end of a part, or of the preamble. @returns whether it is complete */
  #endPart(): boolean {
    const end = this.#rest.indexOf(this.#delimiter);
    const searched = this.#rest.subarray(0, end === -1 ? -(this.#delimiter.length - 1) : end);
    if (this.#at === 'field') this.#keep(searched);
    if (end === -1) {
      this.#rest = this.#rest.subarray(searched.length);
      return false;
    }
    if (this.#at === 'field' && !isUtf8(Buffer.concat(this.#field))) throw wrong('utf-8');
    this.#dropField();
    this.#rest = this.#rest.subarray(end + this.#delimiter.length);
    this.#at = 'head';
    return true;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length > 0) this.#field.push(bytes);
    this.#fieldBytes += bytes.length;
    if (this.#fieldBytes <= 2 * formFieldBytes) return;
    // The parser reports a field that is too long.
    this.#dropField();
    this.#at = 'file';
  }

  #dropField(): void {
    [this.#field, this.#fieldBytes] = [[], 0];
  }
}

const dashes = Buffer.from('--');

/** Returns whether a header is of a file or of a field, which must be plain UTF-8. */
function kindOf(bytes: Buffer): 'field' | 'file' {
  if (!isUtf8(bytes)) throw wrong('utf-8');
  const head = bytes.toString();
  const [, encoding = '8bit'] = /^content-transfer-encoding:\s*([^\s;]*)/im.exec(head) ?? [];
  if (!/^(7bit|8bit|binary)$/i.test(encoding)) throw notAccepted('content-transfer-encoding');
  const [, charset, percents] = /;\s*filename\*\s*=\s*([^'\s;]*)'[^']*'([^\s;]*)/i.exec(head) ?? [];
  if (charset !== undefined && !(isOurs(charset) && isDecodable(percents ?? ''))) throw wrong('filename');
  if (/;\s*filename\*?\s*=/i.test(head) || /;\s*name\s*=\s*"?files"?\s*(;|$)/im.test(head)) return 'file';
  const [, type = ''] = /^content-type:\s*(.*)$/im.exec(head) ?? [];
  if (/^application\/octet-stream/i.test(type)) return 'file';
  const [, named = 'utf-8'] = /;\s*charset\s*=\s*"?([^"\s;]*)/i.exec(type) ?? [];
  if (!isOurs(named)) throw notAccepted('content-type');
  return 'field';
}

function isOurs(charset: string): boolean {
  return /^utf-?8$/i.test(charset);
}
