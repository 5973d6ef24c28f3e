import type { ErrorCode } from './errors.ts';
import { MB } from './units.ts';

/**
 * Rules for attachments: how many, how large, and of which types. Texts repeat the size: search for '5 MB', '5MB' and
 * '5M'. How much of a file is read for its text: `server/file-text/read-file.ts`.
 */

export const attachmentsPerMessage = 5;
export const attachmentBytes = 5 * MB; // exclusive: a file of exactly this size is refused

/** Properties of a file that the rules check. */
export interface AttachedFile {
  name: string;
  size: number;
  mime: string;
}

/** Content types of accepted attachments by lower-case file extension. SVG is not accepted. */
const attachmentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
};

/** Accepted attachments as the `accept` attribute of a file input. */
export const acceptedAttachments = Object.keys(attachmentTypes)
  .map((extension) => `.${extension}`)
  .join(',');

/** Looks up an attachment's content type by its file extension. @returns undefined when the type is not accepted */
export function attachmentTypeOf(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(attachmentTypes, ending) ? attachmentTypes[ending] : undefined;
}

/** Maps a browser's `File` objects to the fields that the attachment rules check. */
export function draftFiles(files: readonly { name: string; size: number; type: string }[]): readonly AttachedFile[] {
  return files.map(({ name, size, type }) => ({ name, size, mime: type }));
}

/** Checks whether these files may be attached to one message. @returns undefined when they may */
export function problemWithFiles(files: readonly AttachedFile[]): ErrorCode | undefined {
  if (files.length > attachmentsPerMessage) return 'TOO_MANY_FILES';
  const problems = new Set(files.map(problemWithFile));
  return fileProblems.find((code) => problems.has(code));
}

/** Problems in order of precedence: the first one that any file has is reported. */
const fileProblems = ['FILE_TOO_LARGE', 'FILE_EMPTY', 'FILE_TYPE'] as const;

function problemWithFile(file: { name: string; size: number }): (typeof fileProblems)[number] | undefined {
  if (file.size >= attachmentBytes) return 'FILE_TOO_LARGE';
  if (file.size === 0) return 'FILE_EMPTY';
  return attachmentTypeOf(file.name) === undefined ? 'FILE_TYPE' : undefined;
}

/** Names of the rejected files of one selection, by error code. */
export type RejectedFiles = ReadonlyMap<ErrorCode, string[]>;

/**
 * Splits a selection into accepted and rejected files. A rejected file does not affect the others.
 * @param others number of files that are attached already
 * @returns the accepted files, and the names of the rejected ones by error code
 */
export function splitFiles<F extends { name: string; size: number }>(
  chosen: readonly F[],
  others = 0,
): { taken: F[]; leftOut: RejectedFiles } {
  const taken: F[] = [];
  const leftOut = new Map<ErrorCode, string[]>();
  for (const file of chosen) {
    const isFull = others + taken.length >= attachmentsPerMessage;
    const problem = problemWithFile(file) ?? (isFull ? 'TOO_MANY_FILES' : undefined);
    if (problem === undefined) taken.push(file);
    else leftOut.set(problem, [...(leftOut.get(problem) ?? []), file.name]);
  }
  return { taken, leftOut };
}
