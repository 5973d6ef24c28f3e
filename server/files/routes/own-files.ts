import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../download.ts';
import { dropOwnFile, keepOwnFile, ownBytes, ownFiles, type OwnFile } from '../store/own-files.ts';
import { routesOfUsers } from '#domain/spine/wire/own.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Routes of a user's own files: uploaded first, then added by the upload's id. */
export function ownFileRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const serve = serving(app, routesOfUsers);
  const shown = (file: OwnFile) => ({
    ...file,
    name: cleanFileName(file.name),
    url: `${app.prefix}/users/files/${file.id}`,
  });

  serve('GET /users/files', async ({ session, query: { page = 1, limit = pageRows } }) => {
    const found = await ownFiles(db, session.user.id, { page, limit });
    return { ...found, items: found.items.map(shown) };
  });
  serve('POST /users/files', async ({ tx, session, body }) => {
    return shown(requireFound(await keepOwnFile(tx, session.user, body.upload_id, config.quotaFactor)));
  });
  serve('GET /users/files/:id', async (request, reply) => {
    return sendDownload(reply, config.filesDir, await ownBytes(db, request.session.user.id, request.params.id));
  });
  serve('DELETE /users/files/:id', async ({ tx, session, params }) => {
    if (!(await dropOwnFile(tx, session.user.id, params.id))) throw new Refusal('NOT_FOUND');
  });
}
