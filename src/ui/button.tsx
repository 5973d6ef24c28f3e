import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once a screen; `secondary` (default) has a border; `ghost` none; `danger` destroys. */
  variant?: Variant;
  small?: boolean;
  /** A lucide icon before the text. */
  icon?: ReactNode;
  /** Something is under way: the button stays focusable, says so, and ignores clicks. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with text; its text is a verb. `type` is `button` unless said otherwise. */
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
  /** What it does, for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  small?: boolean;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon alone; `pressed` makes it a toggle. */
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

/** The class of a link that looks like a button; pair it with `data-variant`. */
export const buttonClass = styles.button ?? '';
