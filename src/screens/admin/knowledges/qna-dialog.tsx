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
  switch (props.dialog.kind) {
    case 'add':
      return <AddQna {...props} />;
    case 'edit':
      return <EditQna {...props} />;
    case 'versions':
      return <VersionsDialog {...props} />;
    case 'detail':
      return <DetailSheet {...props} />;
  }
}
