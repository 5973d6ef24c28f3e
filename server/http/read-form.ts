import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ErrorCode, Refusal } from '#domain/ground/errors.ts';
import { FormParts } from './form-parts.ts';
import { formBytes } from './slow-requests.ts';

/** A file of a form. */
export interface FormFile {
  name: string;
  bytes: Buffer;
}

interface FormRules {
  /** Name of the parts that are files. */
  filesField: string;
  /** Largest file, in bytes, inclusive; without it, that of attachments. */
  fileBytes?: number;
  /** The refusal of a larger one. */
  tooLarge: ErrorCode;
}

/**
 * Reads a form.
 * @throws Refusal VALIDATION for any error while reading it, `tooLarge` for a file that is too large
 */
export async function readForm(request: FastifyRequest, rules: FormRules): Promise<ReadForm> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined) throw new Refusal('VALIDATION', [bad('content-type', 'boundary')]);
  const whole = new AbortController();
  try {
    return await Promise.race([
      readParts(request, rules),
      wrongOnTheWay(request, new FormParts(boundary), whole.signal),
    ]);
  } catch (error) {
    if (error instanceof Refusal || isFastifys(error)) throw error;
    throw new Refusal('VALIDATION', [bad('body', 'multipart')]);
  } finally {
    whole.abort();
  }
}

interface ReadForm {
  fields: Record<string, unknown>;
  files: FormFile[];
}

/** A problem with a part of a request. */
export const bad = (path: string, code: string) => ({ path, code });

/** Returns the boundary of a form; RFC 2046 allows 70 characters. */
function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain ?? '';
  return boundary.length > 0 && boundary.length <= 70 ? boundary : undefined;
}

function isFastifys(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}

async function readParts(request: FastifyRequest, rules: FormRules): Promise<ReadForm> {
  const form: ReadForm = { fields: {}, files: [] };
  const { filesField, fileBytes } = rules;
  const isPartAFile = isFileIn(filesField);
  const most = fileBytes === undefined ? {} : { limits: { fileSize: fileBytes } };
  for await (const part of request.parts({ isPartAFile, ...most })) {
    if (part.type === 'file') form.files.push(await readFile(part, rules));
    else keepField(form.fields, part);
  }
  return form;
}

/** Returns whether a part is a file, even if its name is missing or malformed. */
function isFileIn(filesField: string) {
  return (field: string | undefined, contentType: string | undefined, name: string | undefined): boolean =>
    field === filesField || name !== undefined || contentType === 'application/octet-stream';
}

function keepField(fields: ReadForm['fields'], part: MultipartValue): void {
  const { fieldname, value, valueTruncated, fieldnameTruncated } = part;
  if (fieldnameTruncated || valueTruncated) throw new Refusal('VALIDATION', [bad(fieldname, 'maxLength')]);
  if (Object.hasOwn(fields, fieldname)) throw new Refusal('VALIDATION', [bad(fieldname, 'duplicate')]);
  fields[fieldname] = value;
}

/** Reads a file up to its limit; the rest is not awaited. */
async function readFile(
  { fieldname, filename, file }: MultipartFile,
  { filesField, tooLarge }: FormRules,
): Promise<FormFile> {
  if (fieldname !== filesField) throw new Refusal('VALIDATION', [bad(fieldname, 'additionalProperties')]);
  if (typeof filename !== 'string' || filename === '') throw new Refusal('VALIDATION', [bad(filesField, 'filename')]);
  // The form's parser puts this in place of bytes that are not UTF-8.
  if (filename.includes('\uFFFD')) throw new Refusal('VALIDATION', [bad(filesField, 'filename')]);
  file.once('limit', () => file.destroy(new Refusal(tooLarge)));
  return { name: filename, bytes: await joinPieces(file as AsyncIterable<Buffer>) };
}

/** Joins pieces. Of a form that drips they are so many and small that they would take far more memory than their bytes. */
async function joinPieces(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const joined: Buffer[] = [];
  let some: Buffer[] = [];
  for await (const piece of pieces) {
    some.push(piece);
    if (some.length < piecesAtOnce) continue;
    joined.push(Buffer.concat(some));
    some = [];
  }
  return Buffer.concat([...joined, ...some]);
}

const piecesAtOnce = 1024;

/** Rejects when the form is incomplete, or a part would be misread. */
function wrongOnTheWay({ raw }: FastifyRequest, parts: FormParts, whole: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    let received = 0;
    const look = (bytes: Buffer): void => {
      received += bytes.length;
      try {
        if (received > formBytes) throw new Refusal('TOO_LARGE');
        parts.pass(bytes);
      } catch (error) {
        raw.off('data', look);
        reject(error);
      }
    };
    raw.on('data', look);
    whole.addEventListener('abort', () => raw.off('data', look));
  });
}
