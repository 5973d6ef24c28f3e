import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { type ImportReply, excelType, routesOfImports } from '#domain/assistant/wire/qna-imports.ts';
import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import { refusalOfTable } from '#domain/assistant/knowledge/qna/import/table.ts';
import { runTableReader } from '../../file-text/run-reader.ts';
import { commitImport, planOf, undoImport } from '../knowledge/qna-imports.ts';
import { exampleWorkbook, workbookOfQnas } from '../knowledge/qna-workbook.ts';
import { Turns } from '../../limits/turns.ts';
import { addImport, changePlan, forgetImports, pastImports, readImport, sheetsOfImport } from '../store/qna-imports.ts';
import { readQnas } from '../store/qnas.ts';
import type { Db, Tx } from '../../database/db.ts';
import { newId } from '../../ground/new-id.ts';
import type { AssistantDeps } from '../deps.ts';
import { bad, type FormFile, readForm } from '../../http/read-form.ts';
import { sendMade } from '../../files/download.ts';
import { serving } from '../../http/serve-routes.ts';

/** Imports of Q&As from Excel files: check a file, choose its columns, commit, undo; the example file and the export. */
export function qnaImportRoutes(
  app: FastifyInstance,
  { db, reloadKnowledge }: Pick<AssistantDeps, 'db' | 'reloadKnowledge'>,
): void {
  const serve = serving(app, routesOfImports);
  const turns = new Turns(1, importsWaiting, () => new Refusal('UNAVAILABLE'));
  const life = new AbortController();
  app.addHook('preClose', async () => life.abort());

  serve('GET /qnas/imports', ({ query: { page = 1, limit = importLimits.listedImports } }) =>
    pastImports(db, { page, limit }),
  );

  serve('GET /qnas/imports/example', async (_request, reply) =>
    sendMade(reply, 'QA_format.xlsx', excelType, await exampleWorkbook()),
  );

  serve('GET /qnas/xlsx', async (_request, reply) =>
    sendMade(reply, 'QA.xlsx', excelType, await workbookOfQnas(await readQnas(db))),
  );

  serve('POST /qnas/imports', async (request) => {
    const { name, bytes } = await fileOf(request);
    const read = await turns.run(() => runTableReader(bytes, life.signal), request.session.user.id);
    if (life.signal.aborted) throw new Refusal('UNAVAILABLE');
    if ('problem' in read) throw refusalOfTable(read.problem, read.where);
    const made = { id: newId(), by: request.session.user.id, fileName: cleanFileName(name), sheets: read.sheets };
    await forgetImports(db, importLimits.keptHours);
    await addImport(db, { ...made, ...(await planOf(db, read.sheets)) });
    return await stored(db, made.id);
  });

  serve('GET /qnas/imports/:id', ({ params }) => stored(db, params.id));

  serve('PUT /qnas/imports/:id', async ({ params, body }) => {
    const sheets = await sheetsOfImport(db, params.id);
    // A committed one has no cells any more.
    const isChanged = sheets !== undefined && (await changePlan(db, params.id, await planOf(db, sheets, body)));
    const now = await stored(db, params.id);
    if (!isChanged) throw new Refusal('IMPORT_CLOSED');
    return now;
  });

  serve('POST /qnas/imports/:id/commit', ({ tx, params, body, session }) =>
    commitImport(tx, params.id, body.rows, session.user.id),
  );

  serve('POST /qnas/imports/:id/undo', ({ tx, params, session, afterCommit }) => {
    // The undo deletes the Q&As that the import had made.
    afterCommit.push(reloadKnowledge);
    return undoImport(tx, params.id, session.user.id);
  });
}

/** Maximum number of files that wait while another one is read. */
const importsWaiting = 10;

/** Reads the form with the file. @throws Refusal IMPORT_TOO_LARGE, IMPORT_TYPE, or VALIDATION for another form */
async function fileOf(request: FastifyRequest): Promise<FormFile> {
  if (!request.isMultipart()) throw new Refusal('IMPORT_TYPE');
  const rules = { filesField: 'file', fileBytes: importLimits.fileBytes, tooLarge: 'IMPORT_TOO_LARGE' } as const;
  const { fields, files } = await readForm(request, rules).catch((error: unknown) => {
    // The whole form is larger than any.
    throw error instanceof Refusal && error.code === 'TOO_LARGE' ? new Refusal('IMPORT_TOO_LARGE') : error;
  });
  const [field] = Object.keys(fields);
  if (field !== undefined) throw new Refusal('VALIDATION', [bad(field, 'additionalProperties')]);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Refusal('VALIDATION', [bad('file', 'one')]);
  if (!/\.xlsx$/i.test(file.name)) throw new Refusal('IMPORT_TYPE');
  return file;
}

async function stored(db: Db | Tx, id: string): Promise<ImportReply> {
  return requireFound(await readImport(db, id));
}
