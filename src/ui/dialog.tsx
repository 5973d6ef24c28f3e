import { lazy, Suspense, type ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  /** Without it the dialog cannot be dismissed: only its own buttons lead on. */
  onClose?: (() => void) | undefined;
  title: string;
  /** Said with the title by screen readers. */
  description?: ReactNode;
  closeLabel: string;
  /** `side` is a sheet from the end edge (the bottom on phones); `center` (default) is a box. */
  place?: 'center' | 'side';
  /** The buttons at the bottom. */
  footer?: ReactNode;
  children?: ReactNode;
}

const LoadedDialog = lazy(() => import('./loaded-dialog.tsx').then((module) => ({ default: module.LoadedDialog })));

/** A modal dialog; its machinery is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}
