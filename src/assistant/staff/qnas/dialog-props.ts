import type { QnaCategoriesReply, QnaReply } from '#domain/assistant/wire/qnas.ts';
import type { OpenDialog } from './open-dialog.ts';

/** Props of each dialog of the page of Q&As. */
export interface QnaDialogProps {
  dialog: OpenDialog;
  categories: QnaCategoriesReply | undefined;
  onOpen: (dialog: Omit<OpenDialog, 'given'>) => void;
  onClose: () => void;
  onDelete: (qna: QnaReply) => void;
  /** Asks whether the assistant shall stop answering from it at once. */
  onStop: (qna: QnaReply) => void;
  onWritten: () => void;
}
