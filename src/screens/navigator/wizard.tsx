import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useMachine } from '@xstate/react';
import type { TFunction } from 'i18next';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleHelp from 'lucide-react/icons/circle-help';
import { orderWizardMachine, stepNamed, wizardSteps, type WizardStep } from '../../machines/order-wizard.ts';
import type { OrderView } from '../../db/views.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Stepper, type Step } from '../../ui/stepper.tsx';
import { CellStep } from './cell-step.tsx';
import { FilesStep } from './files-step.tsx';
import { Fields, HeldNote } from './held.tsx';
import { EditorProvider, useOrderEditor, type OrderEditor } from './order-editor.ts';
import type { Go } from './place-order.tsx';
import { PricePanel } from './price-panel.tsx';
import { RefusedPlace } from './refused-place.tsx';
import { ReviewStep } from './review-step.tsx';
import { SaveState } from './save-state.tsx';
import { ServiceStep } from './service-step.tsx';
import { stepStates } from './step-states.ts';
import { TestsStep } from './tests-step.tsx';
import type { KeptText } from './typed-fields.ts';
import styles from './wizard.module.css';

interface WizardProps {
  orderId: string;
  /** null while nothing has been written into it yet. */
  order: OrderView | null;
  /** Texts typed earlier that never reached the order. */
  restored: Record<string, KeptText>;
}

/** An order as five steps, with its price beside them. */
export function Wizard({ orderId, order, restored }: WizardProps) {
  const { t } = useTranslation('navigator');
  const [params, setParams] = useSearchParams();
  const named = params.get('step');
  const [state, send] = useMachine(orderWizardMachine, { input: { step: stepNamed(named) } });
  const { step, visited } = state.context;
  const [explained, setExplained] = useState(false);
  const editor = useOrderEditor(orderId, order, restored, { strict: visited.includes('review'), explained });
  const { settle } = editor;
  // The address says where one is, so that Back, Forward and links lead there; one entry for each step that is chosen.
  useEffect(() => {
    const asked = stepNamed(named);
    if (named !== asked) setParams({ step: asked }, { replace: true });
    void settle();
    send({ type: 'step.chosen', step: asked });
  }, [named, send, setParams, settle]);
  const body = useScrollToTop(step);
  const focusLater = useFocusAt(step);
  const lead = (to: WizardStep, focused: string | undefined) => {
    focusLater({ step: to, at: focused });
    if (to !== step) setParams({ step: to });
  };
  const go: Go = (to, path) =>
    lead(to, path === undefined ? undefined : `[data-path="${CSS.escape(path)}"] ${controls}`);
  // The buttons at the end of a step lead to the title of the next one.
  const turn = (to: WizardStep) => lead(to, `[data-step="${to}"] h2`);
  const at = wizardSteps.indexOf(step);
  const before = wizardSteps[at - 1];
  const after = wizardSteps[at + 1];
  const title = editor.doc['title'];
  return (
    <EditorProvider value={editor}>
      <div className={styles.wizard}>
        <div className={styles.scrolled}>
          <header className={styles.head} ref={body}>
            <div>
              <h2>{typeof title === 'string' && title !== '' ? title : order?.number || t('wizard.newOrder')}</h2>
              <SaveState />
            </div>
            <Link to="/one-stop-order/Prototyping">{t('wizard.allDrafts')}</Link>
          </header>
          <div className={styles.steps}>
            <Stepper
              label={t('wizard.steps')}
              steps={stepsOf(editor, t)}
              current={step}
              onSelect={(id) => go(stepNamed(id))}
            />
          </div>
          <div className={styles.body} data-step={step}>
            {order !== null && order.refused !== null && step !== 'review' && <RefusedPlace refused={order.refused} />}
            {editor.held && step !== 'review' && <HeldNote />}
            <Card
              title={t(`step.${step}`)}
              aside={
                step !== 'review' && (
                  <Button
                    small
                    icon={<CircleHelp aria-hidden />}
                    aria-pressed={explained}
                    onClick={() => setExplained(!explained)}
                  >
                    {t('wizard.explain')}
                  </Button>
                )
              }
              footer={
                <>
                  {before === undefined ? (
                    <span />
                  ) : (
                    <Button icon={<ArrowLeft aria-hidden />} onClick={() => turn(before)}>
                      {t(`step.${before}`)}
                    </Button>
                  )}
                  {after !== undefined && (
                    <Button variant="primary" onClick={() => turn(after)}>
                      {t('wizard.next', { step: t(`step.${after}`) })}
                      <ArrowRight aria-hidden />
                    </Button>
                  )}
                </>
              }
            >
              <StepBody step={step} onGo={go} />
            </Card>
          </div>
        </div>
        <PricePanel step={step} />
      </div>
    </EditorProvider>
  );
}

function StepBody({ step, onGo }: { step: WizardStep; onGo: Go }) {
  if (step === 'review') return <ReviewStep onGo={onGo} />;
  if (step === 'files') return <FilesStep />;
  return (
    <Fields>
      {step === 'service' && <ServiceStep />}
      {step === 'cell' && <CellStep />}
      {step === 'tests' && <TestsStep />}
    </Fields>
  );
}

/** A new step starts at its top. */
function useScrollToTop(step: WizardStep) {
  const head = useRef<HTMLElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) head.current?.scrollIntoView({ block: 'end' });
    const mark = head.current?.parentElement?.querySelector('[aria-current="step"]');
    mark?.scrollIntoView({ block: 'nearest', inline: 'center' });
    last.current = step;
  }, [step]);
  return head;
}

const controls = ':is(input, select, textarea)';

interface Wanted {
  step: WizardStep;
  /** A selector; nothing where the focus stays. */
  at: string | undefined;
}

/** Puts the focus where it is wanted, once its step is shown. */
function useFocusAt(step: WizardStep): (wanted: Wanted) => void {
  const wanted = useRef<Wanted>(undefined);
  useEffect(() => {
    if (wanted.current?.step !== step || wanted.current.at === undefined) return;
    document.querySelector<HTMLElement>(wanted.current.at)?.focus();
    wanted.current = undefined;
  }, [step]);
  return (next) => void (wanted.current = next);
}

/** The steps with what is left in each, in words too. */
function stepsOf(editor: OrderEditor, t: TFunction<'navigator'>): Step[] {
  const { doc, checks, strict } = editor;
  return stepStates({ doc, typed: Object.keys(editor.typed), checks, strict }).map(({ step, state, left }) => {
    const label = t(`step.${step}`);
    if (state === 'none') return { id: step, label };
    if (state === 'done') return { id: step, label, state, note: t('wizard.done') };
    return { id: step, label, state, note: t(`wizard.${state}`, { count: left }), isNoteShown: true };
  });
}
