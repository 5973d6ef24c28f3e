import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  /** Without it the dialog cannot be dismissed; only its own buttons close it. */
  onClose?: (() => void) | undefined;
  title: string;
  /** Read together with the title by screen readers. */
  description?: ReactNode;
  /** Whether the address opens it: then Back closes it without an entry of its own in the history. */
  hasAddress?: boolean;
  /** `side`: a sheet at the end edge (at the bottom on phones). `center` (default): a box; `wide`: a larger one. */
  place?: 'center' | 'side' | 'wide';
  /** Buttons at the bottom. */
  footer?: ReactNode;
  children?: ReactNode;
}
