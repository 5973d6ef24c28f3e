import type { FastifyRequest } from 'fastify';
import { problemWith, type FileRef, type Message } from '#domain/chat/chat.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { messageFields, type MessageFields } from '#domain/chat/wire/rooms.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { command, statusOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keepFile } from '../../files/stored-files.ts';
import { messageOf } from '../store/rooms.ts';
import { validatorOf, refusalFor } from '../../ground/validation.ts';
import { bad, type FormFile, readForm } from '../../http/read-form.ts';

/** A message in a request: fields and files of a form, or JSON without files. */
export interface MessageForm {
  fields: MessageFields;
  files: FormFile[];
}

const readFields = validatorOf(messageFields);

const attachments = { filesField: 'files', tooLarge: 'FILE_TOO_LARGE' } as const;

/** Reads a message and checks what does not depend on its room. */
export async function messageFormOf(request: FastifyRequest): Promise<MessageForm> {
  const form = request.isMultipart() ? await readForm(request, attachments) : { fields: request.body, files: [] };
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
