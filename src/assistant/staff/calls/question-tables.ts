import type {
  ImportQuestionsBody,
  ImportQuestionsReply,
  MeasuredVersionsReply,
} from '#domain/assistant/wire/question-tables.ts';
import type { Api } from '../../../net/http.ts';
import { silenceMs } from '../../../net/deadlines.ts';

/** The question set as a file, and its figures over time. All throw Unreachable, Refused or SignedOut. */

const path = '/admin-api/knowledge/questions';

/** Returns a file with all questions. */
export async function questionFile(api: Api): Promise<Blob> {
  return await (await api.raw({ path: `${path}/csv`, silenceMs })).blob();
}

/** Imports a file of questions, or only checks it. */
export function importQuestions(api: Api, body: ImportQuestionsBody, key: string): Promise<ImportQuestionsReply> {
  return api.json({ path: `${path}/csv`, body, headers: { 'idempotency-key': key } });
}

/** Returns what the questions gave with each version, oldest first. */
export function measuredVersions(api: Api): Promise<MeasuredVersionsReply> {
  return api.json({ path: `${path}/figures` });
}
