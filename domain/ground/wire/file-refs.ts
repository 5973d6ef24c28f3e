import { Type } from 'typebox';
import { attachmentBytes, attachmentsPerMessage } from '../attachments.ts';
import { id } from './parts.ts';

/** Files that a client has uploaded, as commands name them. */

export const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const fileFields = {
  id,
  name: Type.String({ minLength: 1, maxLength: 300 }),
  size: Type.Integer({ minimum: 0, maximum: attachmentBytes }),
  mime: Type.String({ maxLength: 127 }),
  sha256: hash,
};
const fileRef = Type.Object(fileFields);

/** Uploaded files of a message or a question. */
export const attachedFiles = Type.Array(fileRef, { maxItems: attachmentsPerMessage });
