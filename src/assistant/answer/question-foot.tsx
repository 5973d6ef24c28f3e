import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pencil from 'lucide-react/icons/pencil';
import { problemWithQuestion } from '#domain/chat/chat.ts';
import { chooseVersion, rootOf } from '../views/branches.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import styles from './answer.module.css';
import type { MessageView } from '../../chat/views/view-types.ts';

interface QuestionFootProps {
  question: MessageView;
  /** Asks this question again, in these words. */
  onAgain: (question: MessageView, text: string) => Promise<unknown>;
}

/** Footer of the user's question: its versions, and a form to ask it again in other words. */
export function QuestionFoot({ question, onAgain }: QuestionFootProps) {
  const { t } = useTranslation('chat');
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditForm question={question} onAgain={onAgain} onEnd={() => setEditing(false)} />;
  return (
    <div className={styles.questionFoot}>
      <Versions question={question} />
      <IconButton small label={t('branch.edit')} icon={<Pencil aria-hidden />} onClick={() => setEditing(true)} />
    </div>
  );
}

function Versions({ question }: Pick<QuestionFootProps, 'question'>) {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const { versions } = question;
  if (versions === undefined) return null;
  const at = versions.indexOf(question.id);
  const choose = (id: string | undefined) => id !== undefined && void chooseVersion(db, rootOf(question), id);
  return (
    <fieldset aria-label={t('branch.label')} className={styles.versions}>
      <IconButton
        small
        label={t('branch.before')}
        icon={<ChevronLeft aria-hidden />}
        disabled={at <= 0}
        onClick={() => choose(versions[at - 1])}
      />
      <span>{t('branch.of', { n: at + 1, count: versions.length })}</span>
      <IconButton
        small
        label={t('branch.next')}
        icon={<ChevronRight aria-hidden />}
        disabled={at === versions.length - 1}
        onClick={() => choose(versions[at + 1])}
      />
    </fieldset>
  );
}

function EditForm({ question, onAgain, onEnd }: QuestionFootProps & { onEnd: () => void }) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(question.content);
  const problem = problemWithQuestion(text);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onAgain(question, text.trim());
      onEnd();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} className={styles.editForm} onSubmit={(event) => void handleSubmit(event)}>
      <Field
        label={t('branch.box')}
        lines={3}
        value={text}
        onChange={setText}
        error={problem === undefined || text === '' ? undefined : t(`reason.${problem}`)}
      />
      <div className={styles.actions}>
        <Button small type="submit" variant="primary" disabled={problem !== undefined || isBusy}>
          {t('branch.ask')}
        </Button>
        <Button small variant="ghost" onClick={onEnd}>
          {t('branch.cancel')}
        </Button>
      </div>
    </form>
  );
}
