import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { fieldsOfReply } from '#domain/assistant/wire/qna-fields.ts';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { MissingQna } from './missing-qna.tsx';
import type { QnaDialogProps } from './dialog-props.ts';
import { QnaForm } from './qna-form.tsx';
import { newQna, textsOf, withAlternative } from './qna-typed.ts';
import { useFreshQna } from './use-fresh-qna.ts';
import { keptQna } from './use-qna-draft.ts';

/** Dialog 'Add a new Q&A'. */
export function AddQna({ dialog, ...props }: QnaDialogProps) {
  const given = dialog.given.trim();
  const draftKey = given === '' ? 'new' : `new/${given}`;
  const kept = useKept(draftKey);
  if (kept === undefined) return null;
  return (
    <QnaForm
      {...props}
      id={undefined}
      questions={dialog.questions}
      draftKey={draftKey}
      initial={kept.typed ?? newQna(given)}
      isKept={kept.typed !== undefined}
    />
  );
}

/** Dialog 'Update Q&A': with the newest version, or with text that was typed before and not saved. */
export function EditQna({ dialog, ...props }: QnaDialogProps) {
  const { t } = useTranslation('admin');
  const remote = useFreshQna(dialog.id);
  const kept = useKept(dialog.id);
  if (kept === undefined) return null;
  const started = kept.typed ?? (remote.value === undefined ? undefined : typedFrom(remote.value));
  if (started === undefined)
    return (
      <Dialog open onClose={props.onClose} title={t('qna.edit')}>
        {remote.failure === undefined ? (
          <Skeleton label={t('common:state.loading')} lines={3} shape="row" />
        ) : (
          <MissingQna remote={remote} onVersions={() => props.onOpen({ kind: 'versions', id: dialog.id })} />
        )}
      </Dialog>
    );
  return (
    <QnaForm
      {...props}
      id={dialog.id}
      draftKey={dialog.id}
      initial={withAlternative(started, dialog.given)}
      isKept={kept.typed !== undefined}
    />
  );
}

/** Reads once what was kept: while the form is open, it is the form that writes it. */
function useKept(draftKey: string) {
  const { db } = useSession();
  return useLiveQuery(async () => ({ typed: await keptQna(db, draftKey) }), [db, draftKey]);
}

function typedFrom(reply: QnaReply) {
  const base = fieldsOfReply(reply);
  return { texts: textsOf(base), version: reply.version, base };
}
