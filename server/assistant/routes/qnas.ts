import type { FastifyInstance } from 'fastify';
import { csvOf } from '#domain/ground/csv.ts';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { bodyOfFields, replyOfQna } from '#domain/assistant/wire/qna-fields.ts';
import { type QnaListQuery, routesOfQnas } from '#domain/assistant/wire/qnas.ts';
import { qnaFields, textOfItems } from '#domain/assistant/knowledge/qna/fields.ts';
import type { QnaSearch } from '../knowledge/qna-search.ts';
import { type QnaFilter, readCategories, readQnaList } from '../store/qna-list.ts';
import { countVersions, readVersions } from '../store/qna-versions.ts';
import { type Qna, readQna } from '../store/qnas.ts';
import type { ListQuery } from '../../database/list-query.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { chosenIn, exportedRows } from '../../http/paged.ts';
import { sendMade } from '../../files/download.ts';
import { serving } from '../../http/serve-routes.ts';

/** Maximum number of versions of a Q&A that are listed: the newest. */
export const qnaVersions = 50;

/** Q&As for experts to read: lists, a file, one of them and its versions, and those like one that is being written. */
export function qnaRoutes(app: FastifyInstance, { db, qnas }: Pick<Deps, 'db'> & { qnas: QnaSearch }): void {
  const serve = serving(app, routesOfQnas);

  serve('GET /qnas', async ({ query }) => {
    const found = await readQnaList(db, chosen(query));
    return { ...found, items: found.items.map(replyOfQna) };
  });

  serve('GET /qnas/categories', () => readCategories(db));

  serve('GET /qnas/csv', async ({ query }, reply) => {
    const { filters, ...list } = chosen(query);
    const ids = query.ids?.split(',');
    const { items } = await readQnaList(db, { ...list, filters: { ...filters, ids }, limit: exportedRows });
    return sendMade(reply, 'qnas.csv', 'text/csv; charset=utf-8', csvOf([head, ...items.map(cellsOf)]));
  });

  serve('POST /qnas/similar', ({ body: { question, answer = '', except } }) => qnas.near({ question, answer, except }));

  serve('GET /qnas/:id', async ({ params }) => {
    return replyOfQna(requireFound(await readQna(db, params.id)));
  });

  serve('GET /qnas/:id/versions', async ({ params }) => {
    const versions = await readVersions(db, params.id, qnaVersions);
    if (versions.length === 0) throw new Refusal('NOT_FOUND');
    return {
      items: versions.map(({ content, ...row }) => ({
        ...row,
        content: content === null ? null : bodyOfFields(content),
      })),
      total: await countVersions(db, params.id),
    };
  });
}

function chosen(query: QnaListQuery): ListQuery<QnaFilter> {
  return chosenIn(query, '-updated_at', ['category', 'status', 'check_due', 'without_korean', 'unsynced']);
}

/** The columns of a file: all fields, under the names that the import reads. */
const head = ['Id', ...qnaFields.map(({ column }) => column), 'Version', 'Updated by', 'Updated at'];

function cellsOf(qna: Qna) {
  const fields = qnaFields.map((field) => {
    const value = qna[field.name];
    return Array.isArray(value) ? textOfItems(value, field) : value;
  });
  return [qna.id, ...fields, qna.version, qna.updatedBy, qna.updatedAt];
}
