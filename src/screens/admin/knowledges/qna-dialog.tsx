import type { QnaCategoriesReply, QnaReply } from '#domain/protocol/qnas.ts';
import { DetailSheet } from './detail-sheet.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { AddQna, EditQna } from './qna-editors.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

export interface QnaDialogProps {
  dialog: OpenDialog;
  categories: QnaCategoriesReply | undefined;
  onOpen: (dialog: Omit<OpenDialog, 'given'>) => void;
  onClose: () => void;
  onDelete: (qna: QnaReply) => void;
  onWritten: () => void;
}

/** The dialog that the address names. */
export function QnaDialog(props: QnaDialogProps) {
  const Shown = dialogs[props.dialog.kind];
  return <Shown {...props} />;
}

const dialogs = { add: AddQna, edit: EditQna, versions: VersionsDialog, detail: DetailSheet };
