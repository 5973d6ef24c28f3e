import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { valuesOf } from '../../../../server/database/db.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { newId, wish } from '../../../support/users.ts';

const { close, db, engineer, openRoom, send } = await busWorld();
afterAll(close);

/** Stores a file that the engineer has uploaded. @returns how a message refers to it */
async function upload() {
  const [fileId, size, mime, sha256] = [newId(), 3, 'application/pdf', '5'.repeat(64)];
  await sql`insert into files (id, uploader, sha256, size, mime, path)
    values (${fileId}, ${engineer.id}, ${sha256}, ${size}, ${mime}, ${fileId})`.execute(db);
  return { fileId, ref: { id: newId(), name: 'drawing.pdf', size, mime, sha256 } };
}

test('a message that is sent and deleted in one push leaves no file', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'second thoughts' });
  const { fileId, ref } = await upload();
  const sent = say(roomId, 'see the drawing', [ref]);
  const results = await send(engineer, sent, wish('message.redact', { roomId, messageId: sent.cmdId }));
  expect(results).toMatchObject([{ s: 'ok' }, { s: 'ok' }]);
  expect(await valuesOf(db)`select id from attachments where message_id = ${sent.cmdId}`).toEqual([]);
  expect(await valuesOf(db)`select file_id from freed_files`).toEqual([fileId]);
});
