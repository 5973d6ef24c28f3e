import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './stepper.module.css';

export interface Step {
  id: string;
  label: string;
  /** `done` has a check mark, `problem` a red mark; `note` says it in words. */
  state?: 'open' | 'done' | 'problem';
  note?: string;
  /** Whether the note stands under the label where there is room; else only screen readers have it. */
  isNoteShown?: boolean;
}

interface StepperProps {
  /** Names the list, such as "Order steps". */
  label: string;
  steps: readonly Step[];
  current: string;
  onSelect: (id: string) => void;
}

/** The steps of a wizard: a column on wide screens, a row on narrow ones, of numbers alone on phones but for the current. Every step can be gone to. */
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
                    <small>{step.note}</small>
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

function StepMark({ state, index }: { state: Step['state']; index: number }) {
  if (state === 'done') return <Check />;
  if (state === 'problem') return <CircleAlert />;
  return index + 1;
}
