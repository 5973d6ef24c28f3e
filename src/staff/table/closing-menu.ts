import { isComposing } from '../../ui/form/composing.ts';

/** A ref of a `details` that works as a menu: it closes when the focus leaves it, and with Escape. */
export function closingMenu(menu: HTMLDetailsElement | null): (() => void) | undefined {
  if (menu === null) return undefined;
  const handleLeave = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) menu.open = false;
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  menu.addEventListener('focusout', handleLeave);
  menu.addEventListener('keydown', handleKey);
  return () => {
    menu.removeEventListener('focusout', handleLeave);
    menu.removeEventListener('keydown', handleKey);
  };
}
