import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-props.ts';

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
