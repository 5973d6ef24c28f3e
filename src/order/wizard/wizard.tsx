import { memo, useEffect, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useMachine } from '@xstate/react';
import type { TFunction } from 'i18next';
import { templateNameOf } from '#domain/order/fields/template.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleHelp from 'lucide-react/icons/circle-help';
import { orderWizardMachine, stepNamed, wizardSteps, type WizardStep } from '../../machines/order-wizard.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Stepper, type StepperStep } from '../../ui/form/stepper.tsx';
import { CellStep } from './cell-step.tsx';
import { ChangesAskedNote } from '../parts/changes-asked.tsx';
import { FilesStep } from './files-step.tsx';
import { Fields, HeldNote } from '../editor/held.tsx';
import { EditorProvider, useEditor, useOrderEditor, type OrderEditor } from '../editor/order-editor.ts';
import type { GoToStep } from './place-order.tsx';
import { OthersChanges } from '../editor/others-changes.tsx';
import { PricePanel } from './price-panel.tsx';
import { RefusedCommand } from './refused-place.tsx';
import { ReviewStep } from './review-step.tsx';
import { SaveState } from './save-state.tsx';
import { ServiceStep } from './service-step.tsx';
import { SharedWith } from '../drafts/shared-with.tsx';
import { stepStates } from '../editor/step-states.ts';
import { takesOver, titleSelectorOf, useStepWays } from './step-ways.ts';
import { TestsStep } from './tests-step.tsx';
import type { KeptText } from '../editor/typed-fields.ts';
import styles from './wizard.module.css';
import type { OrderView } from '../views/view-types.ts';

interface WizardProps {
  orderId: string;
  /** null until the first value has been written. */
  order: OrderView | null;
  /** Texts typed earlier that were never written into the order, by path. */
  restored: Record<string, KeptText>;
  /** Whether the button for a new order has led here. */
  isNew: boolean;
}

/** Wizard that edits an order in five steps, with the price beside them. */
export function Wizard({ orderId, order, restored, isNew }: WizardProps) {
  const [params] = useSearchParams();
  const [state, send] = useMachine(orderWizardMachine, { input: { step: stepNamed(params.get('step')) } });
  const { step, visited, left } = state.context;
  const [explained, setExplained] = useState(false);
  const reviewed = visited.includes('review');
  const editor = useOrderEditor(orderId, order, restored, {
    reviewed,
    strict: reviewed || left.includes(step),
    explained,
  });
  useEffect(() => {
    // The button that had the focus is gone.
    if (isNew && document.activeElement === document.body)
      document.querySelector<HTMLElement>(titleSelectorOf(step))?.focus();
  }, [isNew, step]);
  return (
    <EditorProvider value={editor}>
      <Steps step={step} onStep={send} onExplain={setExplained} />
    </EditorProvider>
  );
}

interface StepsProps {
  step: WizardStep;
  onStep: (event: { type: 'step.chosen'; step: WizardStep }) => void;
  onExplain: (on: boolean) => void;
}

/** The steps and the price. A key does not render them: they follow when the editor has computed what depends on it. */
const Steps = memo(function Steps({ step, onStep, onExplain }: StepsProps) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const { order, explained } = editor;
  const { head, go, turn, sought } = useStepWays(step, onStep);
  const at = wizardSteps.indexOf(step);
  const before = wizardSteps[at - 1];
  const after = wizardSteps[at + 1];
  const handleKeyDown = (event: KeyboardEvent) => {
    if (after !== undefined && takesOver(event)) turn(after);
  };
  return (
    <div className={styles.wizard}>
      <div className={styles.scrolled}>
        <Head ref={head} step={step} onGo={go} />
        <div className={styles.steps}>
          <Stepper
            label={t('wizard.steps')}
            steps={stepsOf(editor, t)}
            current={step}
            onSelect={(id) => go(stepNamed(id))}
          />
        </div>
        <div role="presentation" className={styles.body} data-step={step} onKeyDown={handleKeyDown}>
          {order !== null && <ChangesAskedNote order={order} />}
          {order !== null && order.refused !== null && step !== 'review' && <RefusedCommand refused={order.refused} />}
          {editor.held && step !== 'review' && <HeldNote />}
          <Card
            title={t(`step.${step}`)}
            aside={
              step !== 'review' && (
                <Button
                  small
                  icon={<CircleHelp aria-hidden />}
                  aria-pressed={explained}
                  onClick={() => onExplain(!explained)}
                >
                  {t('wizard.explain')}
                </Button>
              )
            }
            footer={<TurnButtons before={before} after={after} onTurn={turn} />}
          >
            <StepBody step={step} sought={sought} onGo={go} />
          </Card>
        </div>
      </div>
      <PricePanel step={step} />
    </div>
  );
});

interface HeadProps {
  ref: Ref<HTMLElement>;
  step: WizardStep;
  onGo: GoToStep;
}

/** The title of the order, whether it is saved, and who else has it. */
function Head({ ref, step, onGo }: HeadProps) {
  const { t } = useTranslation('navigator');
  const { doc, order } = useEditor();
  const title = templateNameOf(doc) ?? doc['title'];
  return (
    <header className={styles.head} ref={ref}>
      <div>
        <h2>{typeof title === 'string' && title !== '' ? title : order?.number || t('wizard.newOrder')}</h2>
        <SaveState onGo={step === 'review' ? undefined : onGo} />
        <OthersChanges />
        <SharedWith order={order} />
      </div>
      <Link to="/one-stop-order/Prototyping">{t('wizard.allDrafts')}</Link>
    </header>
  );
}

interface TurnButtonsProps {
  before: WizardStep | undefined;
  after: WizardStep | undefined;
  onTurn: (to: WizardStep) => void;
}

/** The buttons at the end of a step. */
function TurnButtons({ before, after, onTurn }: TurnButtonsProps) {
  const { t } = useTranslation('navigator');
  return (
    <>
      {before === undefined ? (
        <span />
      ) : (
        <Button icon={<ArrowLeft aria-hidden />} onClick={() => onTurn(before)}>
          {t(`step.${before}`)}
        </Button>
      )}
      {after !== undefined && (
        <Button variant="primary" aria-keyshortcuts="Control+Enter Meta+Enter" onClick={() => onTurn(after)}>
          {t('wizard.next', { step: t(`step.${after}`) })}
          <ArrowRight aria-hidden />
        </Button>
      )}
    </>
  );
}

interface StepBodyProps {
  step: WizardStep;
  /** Path of the field to which the user was sent. */
  sought: string | undefined;
  onGo: GoToStep;
}

function StepBody({ step, sought, onGo }: StepBodyProps) {
  if (step === 'review') return <ReviewStep onGo={onGo} />;
  if (step === 'files') return <FilesStep sought={sought} />;
  return (
    <Fields>
      {step === 'service' && <ServiceStep />}
      {step === 'cell' && <CellStep sought={sought} />}
      {step === 'tests' && <TestsStep sought={sought} />}
    </Fields>
  );
}

/** Returns the steps for the stepper, with a text for what is left in each. */
function stepsOf(editor: OrderEditor, t: TFunction<'navigator'>): StepperStep[] {
  const { doc, checks, reviewed } = editor;
  return stepStates({ doc, typed: Object.keys(editor.typed), checks, reviewed }).map(({ step, state, left }) => {
    const label = t(`step.${step}`);
    if (state === 'none') return { id: step, label };
    if (state === 'done') return { id: step, label, state, note: t('wizard.done') };
    return { id: step, label, state, note: t(`wizard.${state}`, { count: left }), isNoteShown: true };
  });
}
