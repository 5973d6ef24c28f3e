import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { problemWith, type FileRef, type Message } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import { uuidv5 } from '#domain/ids.ts';
import { limits } from '#domain/limits.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { messageFields, type MessageFields } from '#domain/protocol/rest.ts';
import { cleanFileName } from '#domain/file-name.ts';
import { command, statusOf } from '../commanding.ts';
import type { Deps } from '../deps.ts';
import { FormParts } from '../form-parts.ts';
import { keepFile } from '../../files/stored-files.ts';
import { messageOf } from '../../store/chat/rooms.ts';
import { validatorOf, refusalFor } from '../../validation.ts';

/** A message in a request: fields and files of a form, or JSON without files. */
export interface MessageForm {
  fields: MessageFields;
  files: { name: string; bytes: Buffer }[];
}

const formFiles = Type.Array(Type.String({ format: 'binary' }), { maxItems: limits.attachmentsPerMessage });

/** Schema of a body with a message, as form or JSON. */
export const messageBody = {
  content: {
    'application/json': { schema: messageFields },
    'multipart/form-data': {
      schema: Type.Object({
        ...messageFields.properties,
        files: Type.Optional(formFiles),
      }),
    },
  },
};

/** Schema of a form that has only files. */
export const filesBody = {
  content: {
    'multipart/form-data': { schema: Type.Object({ files: formFiles }) },
  },
};

const readFields = validatorOf(messageFields);

/** Reads a message and checks what does not depend on its room. */
export async function messageFormOf(request: FastifyRequest): Promise<MessageForm> {
  const form = request.isMultipart() ? await readForm(request) : { fields: request.body, files: [] };
  const read = readFields(form.fields ?? {});
  if ('problems' in read) throw refusalFor(read.problems);
  const fields = read.value;
  const about = form.files.map(({ name, bytes }) => ({ name, size: bytes.length, mime: '' }));
  const problem = problemWith({ content: fields.content ?? '', files: about });
  if (problem !== undefined) throw new Refusal(problem);
  return { fields, files: form.files };
}

/** Reads the files of a form that has nothing else. */
export async function filesOf(request: FastifyRequest): Promise<MessageForm['files']> {
  const { fields, files } = await messageFormOf(request);
  const [field] = Object.keys(fields);
  if (field !== undefined) throw new Refusal('VALIDATION', [bad(field, 'additionalProperties')]);
  return files;
}

/**
 * Stores the files of a form and sends its message into a room.
 * @param key id of the message
 * @returns the stored message, and 201 for a new one or 200 for a repeat
 */
export async function sendForm(
  deps: Pick<Deps, 'db' | 'bus' | 'config'>,
  userId: string,
  key: string,
  roomId: string,
  { fields, files }: MessageForm,
): Promise<{ status: 200 | 201; message: Message }> {
  const done = await command(deps.bus, userId, key, 'chat.send', {
    roomId,
    content: fields.content ?? '',
    files: await keepFiles(deps, userId, key, files),
    ...(fields.reply_to === undefined ? {} : { replyTo: fields.reply_to.toLowerCase() }),
  });
  const message = await messageOf(deps.db, key);
  if (message === undefined) throw new Refusal('UNAVAILABLE');
  return { status: statusOf(done), message };
}

/** Stores the files. Their attachment ids are derived from the message's id, so that a repeat has the same ones. */
async function keepFiles(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  uploader: string,
  messageId: string,
  files: MessageForm['files'],
): Promise<FileRef[]> {
  const refs: FileRef[] = [];
  for (const [i, { name, bytes }] of files.entries()) {
    const kept = await keepFile(db, config.filesDir, uploader, name, bytes, config.quotaFactor);
    refs.push({ id: uuidv5(`file/${messageId}/${i}`), name: cleanFileName(name), ...kept });
  }
  return refs;
}

/** Reads a form. Any error while reading it is a validation error. */
async function readForm(request: FastifyRequest): Promise<Form> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined) throw new Refusal('VALIDATION', [bad('content-type', 'boundary')]);
  const whole = new AbortController();
  try {
    return await Promise.race([readParts(request), wrongOnTheWay(request, new FormParts(boundary), whole.signal)]);
  } catch (error) {
    if (error instanceof Refusal || isFastifys(error)) throw error;
    throw new Refusal('VALIDATION', [bad('body', 'multipart')]);
  } finally {
    whole.abort();
  }
}

interface Form {
  fields: Record<string, unknown>;
  files: MessageForm['files'];
}

const bad = (path: string, code: string) => ({ path, code });

/** Returns the boundary of a form; RFC 2046 allows 70 characters. */
function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain ?? '';
  return boundary.length > 0 && boundary.length <= 70 ? boundary : undefined;
}

function isFastifys(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: {}, files: [] };
  for await (const part of request.parts({ isPartAFile })) {
    if (part.type === 'file') form.files.push(await readFile(part));
    else keepField(form.fields, part);
  }
  return form;
}

/** Whether a part is a file, even if its name is missing or malformed. */
function isPartAFile(field: string | undefined, contentType: string | undefined, name: string | undefined): boolean {
  return field === filesField || name !== undefined || contentType === 'application/octet-stream';
}

const filesField = 'files';

function keepField(fields: Form['fields'], part: MultipartValue): void {
  const { fieldname, value, valueTruncated, fieldnameTruncated } = part;
  if (fieldnameTruncated || valueTruncated) throw new Refusal('VALIDATION', [bad(fieldname, 'maxLength')]);
  if (Object.hasOwn(fields, fieldname)) throw new Refusal('VALIDATION', [bad(fieldname, 'duplicate')]);
  fields[fieldname] = value;
}

/** Reads a file up to its limit; the rest is not awaited. */
async function readFile({ fieldname, filename, file }: MultipartFile): Promise<Form['files'][number]> {
  if (fieldname !== filesField) throw new Refusal('VALIDATION', [bad(fieldname, 'additionalProperties')]);
  if (typeof filename !== 'string' || filename === '') throw new Refusal('VALIDATION', [bad(filesField, 'filename')]);
  file.once('limit', () => file.destroy(new Refusal('FILE_TOO_LARGE')));
  const pieces: Buffer[] = [];
  for await (const piece of file as AsyncIterable<Buffer>) pieces.push(piece);
  return { name: filename, bytes: Buffer.concat(pieces) };
}

/** Rejects when the form is incomplete, or a part would be misread. */
function wrongOnTheWay({ raw }: FastifyRequest, parts: FormParts, whole: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    let received = 0;
    const look = (bytes: Buffer): void => {
      received += bytes.length;
      try {
        if (received > serverLimits.formBytes) throw new Refusal('TOO_LARGE');
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
