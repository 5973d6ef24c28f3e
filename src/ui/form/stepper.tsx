import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { VisuallyHidden, hiddenOnPhone } from '../visually-hidden.tsx';
import styles from './stepper.module.css';

export interface StepperStep {
  id: string;
  label: string;
  /** `done` shows a check mark, `problem` a red mark; `note` is the same as text. */
  state?: 'open' | 'done' | 'problem';
  note?: string;
  /** Whether the note is shown below the label where there is room; otherwise it is only for screen readers. */
  isNoteShown?: boolean;
}

interface StepperProps {
  /** Accessible name of the list, such as "Order steps". */
  label: string;
  steps: readonly StepperStep[];
  current: string;
  onSelect: (id: string) => void;
}

/**
 * Steps of a wizard: a column on wide screens, a row on narrow ones. On phones only the current step shows its label,
 * the others only a number. Every step can be selected.
 */
export function Stepper({ label, steps, current, onSelect }: StepperProps) {
  return (
    <nav aria-label={label} className={styles.stepper}>
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <li key={step.id}>
            <button
              type="button"
              className={styles.step}
              data-state={step.state ?? 'open'}
              aria-current={step.id === current ? 'step' : undefined}
              onClick={() => onSelect(step.id)}
            >
              <span className={styles.mark} aria-hidden>
                <StepMark state={step.state} index={index} />
              </span>
              <span className={styles.label}>
                {step.label}
                {step.note !== undefined &&
                  (step.isNoteShown === true ? (
                    <small className={hiddenOnPhone}>{step.note}</small>
                  ) : (
                    <VisuallyHidden>{` (${step.note})`}</VisuallyHidden>
                  ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepMark({ state, index }: { state: StepperStep['state']; index: number }) {
  if (state === 'done') return <Check />;
  if (state === 'problem') return <CircleAlert />;
  return index + 1;
}
