import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { keepFileBody, ownFileReply, ownFilesReply, pageQuery } from '#domain/spine/wire/own.ts';
import { bytesOf } from '#domain/ground/wire/parts.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../download.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { dropOwnFile, keepOwnFile, ownBytes, ownFiles, type OwnFile } from '../store/own-files.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Routes of a user's own files: uploaded first, then added by the upload's id. */
export function ownFileRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const shown = (file: OwnFile) => ({
    ...file,
    name: cleanFileName(file.name),
    url: `${app.prefix}/users/files/${file.id}`,
  });

  routes.get(
    '/users/files',
    { schema: { querystring: pageQuery, response: { 200: ownFilesReply } } },
    async ({ session, query: { page = 1, limit = pageRows } }) => {
      const { items, total } = await ownFiles(db, session.user.id, { page, limit });
      return { items: items.map(shown), total, page, limit };
    },
  );
  routes.post(
    '/users/files',
    { config: keyed, schema: { body: keepFileBody, response: { 201: ownFileReply } } },
    async ({ tx, session, body }, reply) => {
      const file = await keepOwnFile(tx, session.user, body.upload_id, config.quotaFactor);
      if (file === undefined) throw new Refusal('NOT_FOUND');
      reply.code(201);
      return shown(file);
    },
  );
  routes.get(
    '/users/files/:id',
    { schema: { params: idParams, response: { 200: bytesOf('*/*') } } },
    async (request, reply) => {
      const file = await ownBytes(db, request.session.user.id, request.params.id);
      if (file === undefined) throw new Refusal('NOT_FOUND');
      return sendDownload(reply, config.filesDir, file);
    },
  );
  routes.delete(
    '/users/files/:id',
    { config: keyed, schema: { params: idParams, response: { 204: Type.Null() } } },
    async ({ tx, session, params }, reply) => {
      if (!(await dropOwnFile(tx, session.user.id, params.id))) throw new Refusal('NOT_FOUND');
      reply.code(204);
      return null;
    },
  );
}
