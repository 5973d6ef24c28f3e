import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import FileUp from 'lucide-react/icons/file-up';
import { acceptedAttachments, splitFiles } from '#domain/ground/attachments.ts';
import { orderFields } from '#domain/order/fields/fields.ts';
import { fileAt, filesPath } from '#domain/order/fields/file-path.ts';
import { buildsCells, runsTests } from '#domain/order/data/services.ts';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { sendMessage } from '../../chat/calls/chat-send.ts';
import { hasSpaceFor } from '../../db/storage.ts';
import { Button } from '../../ui/button.tsx';
import { FileChoice } from '../../ui/form/file-choice.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { useLeftOutText } from '../../i18n/left-out-text.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { CheckNotes } from '../editor/check-notes.tsx';
import { FieldGroup } from '../editor/field-group.tsx';
import { FieldInput } from '../editor/field-input.tsx';
import { Fields } from '../editor/held.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { OrderFiles } from '../parts/order-files.tsx';
import { useOrderRoom } from '../parts/order-room.ts';
import styles from './files-step.module.css';

/**
 * Files step: drawings, recipes and safety sheets are sent to the order's room, where the expert also sees them.
 * @param sought path of the field or file to which the user was sent
 */
export function FilesStep({ sought }: { sought: string | undefined }) {
  const { t } = useTranslation('navigator');
  const { doc, orderId, checks } = useEditor();
  const { room } = useOrderRoom(orderId);
  const notes = orderFields.filter((field) => field.step === 'files');
  const wanted = [
    ...(buildsCells(doc) ? ['drawing', 'recipe'] : []),
    ...(runsTests(doc) ? ['dataSheet', 'transport'] : []),
  ];
  const noted = new Map(
    checks.flatMap(({ path }) => {
      const id = fileAt(path);
      return id === undefined ? [] : [[id, <FileNotes key={id} path={path} takesFocus={path === sought} />] as const];
    }),
  );
  return (
    <>
      <section className={styles.files}>
        <p className={styles.text}>{t('files.text')}</p>
        {wanted.length > 0 && (
          <ul className={styles.wanted}>
            {[...wanted, 'safetySheet'].map((each) => (
              <li key={each}>{t(`files.wanted.${each}`)}</li>
            ))}
          </ul>
        )}
        <AddFiles />
        <FileNotes path={filesPath} takesFocus={sought === filesPath} />
        <OrderFiles orderId={orderId} notes={noted} />
        {room !== undefined && <Link to={`/one-stop-order/messenger?room=${room.id}`}>{t('files.toRoom')}</Link>}
      </section>
      <Fields>
        <FieldGroup>
          {notes.map((field) => (
            <FieldInput key={field.key} field={field} path={field.key} />
          ))}
        </FieldGroup>
      </Fields>
    </>
  );
}

/** Shows what a file contradicts, with the ticks that confirm it. */
function FileNotes({ path, takesFocus }: { path: string; takesFocus: boolean }) {
  const notes = useRef<HTMLDivElement>(null);
  // The list of files is read after the step was opened, too late for the wizard to set the focus.
  useEffect(() => {
    if (takesFocus) notes.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.note} ref={notes}>
      <Fields>
        <CheckNotes path={path} />
      </Fields>
    </div>
  );
}

function AddFiles() {
  const { t } = useTranslation('navigator');
  const { ctx, me } = useSession();
  const { orderId, order, doc } = useEditor();
  const isOthers = order !== null && order.ownerId !== me.id;
  const isTemplate = templateNameOf(doc) !== undefined;
  const { ensure } = useOrderRoom(orderId);
  const reasonText = useReasonText();
  const leftOutText = useLeftOutText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Files are in the order's room, which only its owner and staff see.
  if (isOthers && !isTemplate) return <p>{t('together.files', { name: displayNameOf(t, order.ownerName) })}</p>;
  const add = async (chosen: File[]) => {
    const { taken: files, leftOut } = splitFiles(chosen);
    setProblem(leftOutText(leftOut));
    if (files.length === 0) return;
    if (!(await hasSpaceFor(ctx.db, files))) return setProblem(reasonText({ code: 'NO_SPACE', message: 'NO_SPACE' }));
    setBusy(true);
    try {
      await sendMessage(ctx, { roomId: await ensure(order?.number ?? ''), content: '', files });
    } catch {
      setProblem(t('save.failed'));
    } finally {
      setBusy(false);
    }
  };
  const isClosed = order === null || isTemplate;
  return (
    <FileChoice
      className={styles.add}
      label={t('files.add')}
      accept={acceptedAttachments}
      multiple
      disabled={isClosed || busy}
      onFiles={(files) => void add(files)}
    >
      {(open) => (
        <>
          <Button icon={<FileUp aria-hidden />} busy={busy} onClick={open} disabled={isClosed}>
            {t('files.add')}
          </Button>
          <small>{t(isTemplate ? 'templates.noFiles' : order === null ? 'files.orderFirst' : 'files.limits')}</small>
          {problem !== undefined && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
        </>
      )}
    </FileChoice>
  );
}
