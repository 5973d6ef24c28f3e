import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { requireFound } from '#domain/ground/errors.ts';
import { routesOfUsers } from '#domain/spine/wire/own.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../../files/download.ts';
import { askForCopy, copyPath } from '../jobs/copies.ts';
import { beginCopy, copiesOf, readyCopy } from '../store/copies.ts';
import { spendToday } from '../../session/quotas.ts';
import type { Db, Tx } from '../../database/db.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes for copies of the user's own data: requested here, made by a job, downloaded here by their owner only. */
export function copyRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const serve = serving(app, routesOfUsers);
  const listed = async (from: Db | Tx, userId: string) => ({
    items: (await copiesOf(from, userId)).map((copy) => ({
      ...copy,
      url: copy.state === 'ready' ? `${app.prefix}/users/me/copies/${copy.id}` : null,
    })),
  });

  serve('GET /users/me/copies', ({ session }) => listed(db, session.user.id));
  // While one is being made, the reply is that one.
  serve('POST /users/me/copies', async ({ tx, session: { user } }) => {
    const id = randomUUID();
    if (await beginCopy(tx, user.id, id)) {
      await spendToday(tx, user, 'copiesPerDay', config.quotaFactor);
      await askForCopy(tx, id);
    }
    return await listed(tx, user.id);
  });
  serve('GET /users/me/copies/:id', async ({ session, params: { id } }, reply) => {
    const size = requireFound(await readyCopy(db, session.user.id, id));
    const path = basename(copyPath(config.filesDir, id));
    return sendDownload(reply, config.filesDir, { name: 'my-data.zip', mime: 'application/zip', size, path });
  });
}
