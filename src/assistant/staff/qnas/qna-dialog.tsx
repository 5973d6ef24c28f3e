import { DetailSheet } from './detail-sheet.tsx';
import type { QnaDialogProps } from './dialog-props.ts';
import { AddQna, EditQna } from './qna-editors.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

/** The dialog that the address names. */
export function QnaDialog(props: QnaDialogProps) {
  const Shown = dialogs[props.dialog.kind];
  return <Shown {...props} />;
}

const dialogs = { add: AddQna, edit: EditQna, versions: VersionsDialog, detail: DetailSheet };
