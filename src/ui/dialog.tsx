import { lazy, Suspense, type ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  /** Without it the dialog cannot be dismissed; only its own buttons close it. */
  onClose?: (() => void) | undefined;
  title: string;
  /** Read together with the title by screen readers. */
  description?: ReactNode;
  closeLabel: string;
  /** `side`: a sheet at the end edge (at the bottom on phones). `center` (default): a box. */
  place?: 'center' | 'side';
  /** Buttons at the bottom. */
  footer?: ReactNode;
  children?: ReactNode;
}

const LoadedDialog = lazy(() => import('./loaded-dialog.tsx').then((module) => ({ default: module.LoadedDialog })));

/** Modal dialog. Its implementation is loaded when a dialog first opens. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}
