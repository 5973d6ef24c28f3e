import { useState, type FormEvent } from 'react';
import { contactUs } from '../../../net/contact.ts';
import { Unreachable } from '../../../net/errors.ts';
import type { Api } from '../../../net/http.ts';
import { contactProblems, letterOf, nothingTyped, type ContactField, type ContactValues } from './contact-fields.ts';

/** Under `contact.failure` of public.json. */
type Failure = 'offline' | 'unreachable' | 'tooMany' | 'unknown';

const place = 'vfp.contact';

/** What is typed, what is wrong with it, and where its sending stands. What is typed outlives a reload of the page. */
export function useContactForm(api: Api) {
  const [values, setValues] = useState(typedBefore);
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [hasAsked, setAsked] = useState(false);
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing');
  const [failure, setFailure] = useState<Failure>();
  const problems = hasAsked ? contactProblems(values) : {};

  const keep = (next: ContactValues) => {
    setValues(next);
    sessionStorage.setItem(place, JSON.stringify(next));
  };
  const send = async () => {
    setState('sending');
    setFailure(undefined);
    try {
      await contactUs(api, key, letterOf(values));
      sessionStorage.removeItem(place);
      setState('sent');
    } catch (error) {
      setFailure(failureOf(error));
      setState('typing');
    }
  };
  return {
    values,
    problems,
    state,
    failure,
    set: (field: ContactField, value: string) => {
      keep({ ...values, [field]: value });
      // Another text is another letter; the same text again is the same one.
      setKey(crypto.randomUUID());
    },
    handleSubmit: (event: FormEvent) => {
      event.preventDefault();
      setAsked(true);
      if (state !== 'sending' && Object.keys(contactProblems(values)).length === 0) void send();
    },
    startAgain: () => {
      setValues({ ...nothingTyped, name: values.name, email: values.email, company: values.company });
      setKey(crypto.randomUUID());
      setAsked(false);
      setState('typing');
    },
  };
}

function typedBefore(): ContactValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}');
    return { ...nothingTyped, ...(typeof kept === 'object' ? kept : {}) };
  } catch {
    return nothingTyped;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Unreachable && error.status === 429) return 'tooMany';
  if (error instanceof Unreachable) return navigator.onLine ? 'unreachable' : 'offline';
  return 'unknown';
}
