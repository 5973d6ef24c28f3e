import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemWithTemplateName, templateNameChars } from '#domain/order/fields/template.ts';
import { Button, buttonRow } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import styles from './order-actions.module.css';

interface TemplateNameProps {
  /** The name to begin with. */
  name: string;
  /** Text of the button that takes the name. */
  action: string;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a template, in the place of the button that was clicked. */
export function TemplateName({ name, action, onName, onClose }: TemplateNameProps) {
  const { t } = useTranslation('navigator');
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const problem = problemWithTemplateName(text);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined) onName(text.trim());
  };
  return (
    <form className={styles.confirm} onSubmit={handleSubmit}>
      <Field
        label={t('templates.name')}
        value={text}
        onChange={setText}
        autoComplete="off"
        inputRef={input}
        error={problem === 'TOO_LONG' ? t('says.TOO_LONG', { most: templateNameChars }) : undefined}
      />
      <div className={buttonRow}>
        <Button type="submit" small variant="primary" disabled={problem !== undefined}>
          {action}
        </Button>
        <Button small onClick={onClose}>
          {t('json.cancel')}
        </Button>
      </div>
    </form>
  );
}
