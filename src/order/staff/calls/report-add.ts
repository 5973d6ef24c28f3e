import { Refusal } from '#domain/ground/errors.ts';
import { problemWithReportFile } from '#domain/order/life/report-file.ts';
import type { NewReport } from '#domain/order/life/report-rules.ts';
import type { CommandContext } from '../../../db/context.ts';
import { append } from '../../../db/outbox.ts';
import { readChosenFiles } from '../../../db/files/files-of.ts';

/**
 * Keeps a report and its file on this device, and adds it to an order once the file is uploaded.
 * @returns the id of the report
 */
export async function addReport(
  ctx: CommandContext,
  orderId: string,
  { file, note, ...about }: NewReport & { file: File; note: string },
): Promise<string> {
  const problem = problemWithReportFile(file);
  if (problem !== undefined) throw new Refusal(problem);
  const { refs, deps, blobs } = await readChosenFiles(ctx, [file]);
  const reportId = ctx.newId();
  const args = {
    orderId,
    reportId,
    name: about.name,
    test: about.test,
    numbers: [...about.numbers],
    note,
    files: refs,
  };
  await append(ctx, { cmdId: ctx.newId(), type: 'report.add', args, deps }, blobs);
  return reportId;
}
