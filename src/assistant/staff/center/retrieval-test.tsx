import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RetrievalTestBody, RetrievalTestReply } from '#domain/assistant/wire/retrieval-test.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { FoundEntries } from './found-entries.tsx';
import { useSend } from '../parts/use-send.ts';
import { call } from '../../../net/call.ts';
import admin from '../../../staff/admin.module.css';
import styles from '../parts/center.module.css';

const chatTypes = [1, 2, 3, 4] as const;
const indexes = ['edited', 'active'] as const;

/** The form as it is typed: values of text fields and selects. */
interface TestForm {
  text: string;
  before: string;
  chatType: string;
  index: string;
}

/** Asks a question as the assistant is asked, and shows what it finds and why. */
export function RetrievalTest() {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [asked, setAsked] = useState<TestForm>({ text: '', before: '', chatType: '1', index: 'edited' });
  const [reply, setReply] = useState<{ of: RetrievalTestBody; found: RetrievalTestReply }>();
  const [isMissing, setMissing] = useState(false);
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const isEmpty = asked.text.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) return;
    const body = bodyOf(asked);
    await send.run(body, async () =>
      setReply({ of: body, found: await call(api, 'POST /admin-api/knowledge/retrieval_test', { body }) }),
    );
  }
  return (
    <section className={admin.section} aria-labelledby="retrieval-test">
      <h2 id="retrieval-test">{t('test.title')}</h2>
      <p className={admin.lead}>{t('test.text')}</p>
      <form className={styles.stack} onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Field
          label={t('test.question')}
          value={asked.text}
          onChange={(text) => setAsked({ ...asked, text })}
          error={isMissing && asked.text.trim() === '' ? t('test.questionMissing') : undefined}
          required
        />
        <Field
          label={t('test.before')}
          hint={t('test.beforeHint')}
          value={asked.before}
          onChange={(before) => setAsked({ ...asked, before })}
        />
        <div className={styles.choices}>
          <Select
            label={t('test.chatType')}
            value={asked.chatType}
            options={chatTypes.map((type) => ({ value: String(type), label: t(`test.chatTypes.${type}`) }))}
            onChange={(chatType) => setAsked({ ...asked, chatType })}
          />
          <Select
            label={t('test.index')}
            value={asked.index}
            options={indexes.map((value) => ({ value, label: t(`test.indexes.${value}`) }))}
            onChange={(index) => setAsked({ ...asked, index })}
          />
        </div>
        <div className={admin.actions}>
          <Button type="submit" variant="primary" busy={send.isBusy}>
            {t('test.ask')}
          </Button>
        </div>
      </form>
      <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
      {reply !== undefined && <FoundEntries key={JSON.stringify(reply.of)} of={reply.of} found={reply.found} />}
    </section>
  );
}

function bodyOf({ text, before, chatType, index }: TestForm): RetrievalTestBody {
  return {
    text: text.trim(),
    chat_type: chatTypes.find((type) => String(type) === chatType) ?? 1,
    before: before.trim() === '' ? [] : [before.trim()],
    index: index === 'active' ? 'active' : 'edited',
  };
}
