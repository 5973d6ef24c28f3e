import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { problemWith, type FileRef } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import { uuidv5 } from '#domain/ids.ts';
import { limits } from '#domain/limits.ts';
import { messageFields, type MessageFields } from '#domain/protocol/rest.ts';
import { cleanFileName } from '#domain/file-name.ts';
import type { Deps } from '../deps.ts';
import { keepFile } from '../files/stored-files.ts';
import { readerOf, refusalFor } from '../shapes.ts';

/** A message as it comes to a door: fields and files of a form, or JSON without files. */
export interface MessageForm {
  fields: MessageFields;
  files: { name: string; bytes: Buffer }[];
}

/** The body of a door that takes messages, in both ways it may come, as the schema of its route names it. */
export const messageBody = {
  content: {
    'application/json': { schema: messageFields },
    'multipart/form-data': {
      schema: Type.Object({
        ...messageFields.properties,
        files: Type.Optional(Type.Array(Type.String({ format: 'binary' }), { maxItems: limits.attachmentsPerMessage })),
      }),
    },
  },
};

const readFields = readerOf(messageFields);

/** Reads a message, checked as far as it can be without knowing its room. */
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

/** Keeps the files under their hashes; the ids of their use in this message follow from the message's id. */
export async function keepFiles(
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

async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; files: MessageForm['files'] }> {
  const fields: Record<string, unknown> = {};
  const files: MessageForm['files'] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') files.push({ name: part.filename, bytes: await part.toBuffer() });
    else if (!(part.fieldname in fields)) fields[part.fieldname] = part.value;
  }
  return { fields, files };
}
