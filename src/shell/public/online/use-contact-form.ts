import { useState, type FormEvent } from 'react';
import { Unreachable } from '../../../net/errors.ts';
import type { Api } from '../../../net/http.ts';
import {
  contactProblems,
  contactMessageOf,
  nothingTyped,
  type ContactField,
  type ContactValues,
} from './contact-fields.ts';
import { call } from '../../../net/call.ts';

/** Keys of public.json under `contact.failure`. */
type ContactFailure = 'offline' | 'unreachable' | 'tooMany' | 'unknown';

const place = 'vfp.contact';

/** State of the contact form: values, problems and sending. The values survive a reload. */
export function useContactForm(api: Api) {
  const [values, setValues] = useState(typedBefore);
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [hasAsked, setAsked] = useState(false);
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing');
  const [failure, setFailure] = useState<ContactFailure>();
  const problems = hasAsked ? contactProblems(values) : {};

  const keep = (next: ContactValues) => {
    setValues(next);
    sessionStorage.setItem(place, JSON.stringify(next));
  };
  const send = async () => {
    setState('sending');
    setFailure(undefined);
    try {
      await call(api, 'POST /subscriptions/contact_us', { key, body: contactMessageOf(values) });
      sessionStorage.removeItem(place);
      setState('sent');
    } catch (error) {
      setFailure(contactFailureOf(error));
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
      // A changed text is a new message; the same text again has the same idempotency key.
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

function contactFailureOf(error: unknown): ContactFailure {
  if (error instanceof Unreachable && error.status === 429) return 'tooMany';
  if (error instanceof Unreachable) return navigator.onLine ? 'unreachable' : 'offline';
  return 'unknown';
}
