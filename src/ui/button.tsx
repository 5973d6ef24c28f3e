import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: once a page. `secondary` (default): with a border. `ghost`: without one. `danger`: destructive. */
  variant?: Variant;
  small?: boolean;
  /** A lucide icon before the text. */
  icon?: ReactNode;
  /** An action is in progress: the button stays focusable, is announced as busy, and does not call `onClick`. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Button with text, which should be a verb. `type` is `button` by default. */
export function Button({ variant = 'secondary', small, icon, busy, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-variant={variant}
      data-small={small === true || undefined}
      aria-busy={busy === true || undefined}
      aria-disabled={busy === true || rest['aria-disabled'] || undefined}
      onClick={busy === true ? undefined : onClick}
    >
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Accessible name and tooltip: what the button does. */
  label: string;
  icon: ReactNode;
  small?: boolean;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Square button with only an icon; `pressed` makes it a toggle. */
export function IconButton({ label, icon, small, pressed, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={styles.icon}
      data-small={small === true || undefined}
      aria-label={label}
      aria-pressed={pressed}
    >
      {icon}
    </button>
  );
}

/** Class of a link that looks like a button; combine it with `data-variant`. */
export const buttonClass = styles.button ?? '';

/** Class of a row of buttons, which wraps. */
export const buttonRow = styles.row ?? '';
