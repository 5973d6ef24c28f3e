import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { bytesOf } from '#domain/ground/wire/parts.ts';
import {
  commitBody,
  commitReply,
  importChoice,
  type ImportReply,
  importReply,
  importsQuery,
  importsReply,
  undoReply,
} from '#domain/assistant/wire/qna-imports.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
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
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { bad, type FormFile, readForm } from '../../http/read-form.ts';

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Body of the call that checks a file. */
const fileBody = {
  content: { 'multipart/form-data': { schema: Type.Object({ file: Type.String({ format: 'binary' }) }) } },
};

/** Imports of Q&As from Excel files: check a file, choose its columns, commit, undo; the example file and the export. */
export function qnaImportRoutes(
  app: FastifyInstance,
  { db, reloadKnowledge }: Pick<AssistantDeps, 'db' | 'reloadKnowledge'>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const turns = new Turns(1, importsWaiting, () => new Refusal('UNAVAILABLE'));
  const life = new AbortController();
  app.addHook('preClose', async () => life.abort());

  routes.get(
    '/qnas/imports',
    { schema: { querystring: importsQuery, response: { 200: importsReply } } },
    async ({ query: { page = 1, limit = importLimits.listedImports } }) => ({
      ...(await pastImports(db, { page, limit })),
      page,
      limit,
    }),
  );

  routes.get('/qnas/imports/example', { schema: { response: { 200: bytesOf(excelType) } } }, async (_request, reply) =>
    send(reply, 'QA_format.xlsx', await exampleWorkbook()),
  );

  routes.get('/qnas/xlsx', { schema: { response: { 200: bytesOf(excelType) } } }, async (_request, reply) =>
    send(reply, 'QA.xlsx', await workbookOfQnas(await readQnas(db))),
  );

  routes.post(
    '/qnas/imports',
    { schema: { body: fileBody, response: { 202: importReply } } },
    async (request, reply) => {
      const { name, bytes } = await fileOf(request);
      const read = await turns.run(() => runTableReader(bytes, life.signal), request.session.user.id);
      if (life.signal.aborted) throw new Refusal('UNAVAILABLE');
      if ('problem' in read) throw refusalOfTable(read.problem, read.where);
      const made = { id: newId(), by: request.session.user.id, fileName: cleanFileName(name), sheets: read.sheets };
      await forgetImports(db, importLimits.keptHours);
      await addImport(db, { ...made, ...(await planOf(db, read.sheets)) });
      reply.code(202);
      return await stored(db, made.id);
    },
  );

  routes.get('/qnas/imports/:id', { schema: { params: idParams, response: { 200: importReply } } }, ({ params }) =>
    stored(db, params.id),
  );

  routes.put(
    '/qnas/imports/:id',
    { schema: { params: idParams, body: importChoice, response: { 200: importReply } } },
    async ({ params, body }) => {
      const sheets = await sheetsOfImport(db, params.id);
      // A committed one has no cells any more.
      const isChanged = sheets !== undefined && (await changePlan(db, params.id, await planOf(db, sheets, body)));
      const now = await stored(db, params.id);
      if (!isChanged) throw new Refusal('IMPORT_CLOSED');
      return now;
    },
  );

  routes.post(
    '/qnas/imports/:id/commit',
    { config: keyed, schema: { params: idParams, body: commitBody, response: { 200: commitReply } } },
    ({ tx, params, body, session }) => commitImport(tx, params.id, body.rows, session.user.id),
  );

  routes.post(
    '/qnas/imports/:id/undo',
    { config: keyed, schema: { params: idParams, response: { 200: undoReply } } },
    ({ tx, params, session, afterCommit }) => {
      // What the import had made is deleted.
      afterCommit.push(reloadKnowledge);
      return undoImport(tx, params.id, session.user.id);
    },
  );
}

/** Most files that wait while another one is read. */
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
  const found = await readImport(db, id);
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return found;
}

function send(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return reply.type(excelType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
}
