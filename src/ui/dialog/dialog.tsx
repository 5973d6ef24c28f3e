import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-props.ts';
import { useLayer } from '../use-layer.ts';

const LoadedDialog = lazy(() => import('./loaded-dialog.tsx').then((module) => ({ default: module.LoadedDialog })));

/** Modal dialog, which Back closes. Its implementation is loaded when a dialog first opens. */
export function Dialog({ hasAddress = false, ...props }: DialogProps) {
  useLayer(props.open && !hasAddress, props.onClose);
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}
