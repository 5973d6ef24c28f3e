import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMachine } from '@xstate/react';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { isBlank } from '#domain/ground/text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useEnterSends } from '../../ui/form/enter-sends.ts';
import { isLongHangul } from '../../ui/form/hangul.ts';
import { useNow } from '../../ui/now.ts';
import { useOnline } from '../../ui/online.ts';
import { daysAgo, timeOf } from '../../i18n/times.ts';
import { guestMachine } from './ask.ts';
import { GuestTurns } from './guest-turns.tsx';
import basics from '../../ui/basics.module.css';
import styles from './guest-box.module.css';
import { questionChars } from '#domain/chat/text-lengths.ts';

const trial = '/user-on-boarding?type=instant_access';

/** A guest asks the assistant. Questions and answers are in the memory of this page only. */
export function GuestBox() {
  const { t } = useTranslation('guest');
  const isOnline = useOnline();
  const box = useRef<HTMLTextAreaElement>(null);
  const [state, send] = useMachine(guestMachine, { input: { newKey: () => crypto.randomUUID() } });
  const { text, turns, asked, failure, left, until } = state.context;
  const isAsking = state.matches('asking');
  const isTooLong = text.length > questionChars;
  const isAskable = !isBlank(text) && !isTooLong && isOnline;
  // Guests have opened the box to write.
  useEffect(() => box.current?.focus(), []);

  const ask = async (question: string) => send({ type: 'question.asked', text: question });
  const submit = () => {
    if (isAskable && !isAsking) void ask(text);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  useEnterSends(box, submit);
  const isUsedUp = until !== undefined || left?.count === 0;
  return (
    <div className={basics.stack}>
      <GuestTurns turns={turns} asking={isAsking ? asked?.text : undefined} onAsk={ask} />
      <output className={styles.notes}>
        {!isOnline && <Banner tone="warn">{t('problem.offline')}</Banner>}
        {isOnline && failure !== undefined && (
          <Banner
            tone={failure === 'refused' ? 'danger' : 'warn'}
            action={
              failure !== 'refused' && (
                <Button small busy={isAsking} onClick={() => send({ type: 'question.repeated' })}>
                  {t('common:action.retry')}
                </Button>
              )
            }
          >
            {t(`problem.${failure}`)}
          </Banner>
        )}
        {isUsedUp && <UsedUp until={until} />}
      </output>
      <form className={styles.form} onSubmit={handleSubmit}>
        <textarea
          ref={box}
          className={styles.text}
          dir="auto"
          data-hangul={isLongHangul(text) || undefined}
          rows={2}
          value={text}
          aria-label={t('question')}
          aria-invalid={isTooLong || undefined}
          aria-describedby="guest-notes"
          placeholder={t('placeholder')}
          enterKeyHint="send"
          onChange={(event) => send({ type: 'text.typed', text: event.target.value })}
        />
        <Button
          type="submit"
          variant="primary"
          busy={isAsking}
          disabled={!isAskable}
          icon={<SendHorizontal aria-hidden />}
        >
          {t(isAsking ? 'asking' : 'ask')}
        </Button>
      </form>
      <div id="guest-notes" className={styles.small}>
        {isTooLong ? (
          <p className={styles.tooLong}>{t('tooLong', { count: text.length, max: questionChars })}</p>
        ) : (
          left !== undefined && <p>{t('left', left)}</p>
        )}
        <p>{t('notKept')}</p>
      </div>
    </div>
  );
}

/** No question is left today: when the next one is possible, and the way to more. */
function UsedUp({ until }: { until: number | undefined }) {
  const { t, i18n } = useTranslation('guest');
  const now = useNow();
  const day = until !== undefined && daysAgo(until, now) < 0 ? 'tomorrow' : 'today';
  return (
    <section className={styles.panel} aria-labelledby="guest-used-up">
      <div>
        <h3 id="guest-used-up">{t('usedUp.title')}</h3>
        {until !== undefined && (
          <p className={basics.quiet}>{t(`usedUp.${day}`, { time: timeOf(i18n.language, until) })}</p>
        )}
        <p className={basics.quiet}>{t('usedUp.text')}</p>
      </div>
      <Link to={trial} className={buttonClass} data-variant="primary">
        {t('common:nav.freeTrial')}
      </Link>
    </section>
  );
}
