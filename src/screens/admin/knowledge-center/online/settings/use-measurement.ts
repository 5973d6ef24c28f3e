import { useEffect, useEffectEvent, useState } from 'react';
import type { MeasurementReply, MeasureSettingsBody } from '#domain/protocol/assistant-settings.ts';
import { Refused } from '../../../../../net/errors.ts';
import { measureSettings, settingsMeasurement } from '../../../../../net/assistant-settings.ts';
import { useSession } from '../../../../../session/session-context.tsx';
import { failureOf, type RemoteFailure } from '../../../../remote/remote.ts';

/** How often a measurement that is not finished is asked for, in ms. */
const askEveryMs = 700;

export interface Measurement {
  now: MeasurementReply | undefined;
  failure: RemoteFailure | undefined;
  /** Measures once more. */
  again: () => void;
}

/** What is known of the measurement of these settings at this try. */
interface Followed {
  of: string;
  now?: MeasurementReply;
  failure?: RemoteFailure;
}

/**
 * Has the server measure settings that are not saved yet, and follows it.
 * @param body undefined when nothing is to be measured
 * @param onStale called when another version is in force
 */
export function useMeasurement(body: MeasureSettingsBody | undefined, onStale: () => void): Measurement {
  const { api } = useSession();
  const [tries, setTries] = useState(0);
  const [last, setLast] = useState<Followed>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const current = `${tries} ${text}`;
  // A new function does not measure again.
  const handleStale = useEffectEvent(onStale);
  useEffect(() => {
    if (text === undefined) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function follow(id: string): Promise<void> {
      const reply = await settingsMeasurement(api, id);
      if (left) return;
      setLast({ of: current, now: reply });
      if (reply.state !== 'waiting' && reply.state !== 'measuring') return;
      timer = setTimeout(() => void follow(id).catch(fail), askEveryMs);
    }
    function fail(error: unknown): void {
      if (left) return;
      if (error instanceof Refused && error.code === 'STALE') handleStale();
      else setLast((before) => ({ ...(before?.of === current ? before : { of: current }), failure: failureOf(error) }));
    }
    measureSettings(api, JSON.parse(text) as MeasureSettingsBody, crypto.randomUUID())
      .then(({ id }) => (left ? undefined : follow(id)))
      .catch(fail);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [api, text, current]);
  const { now, failure } = last?.of === current ? last : {};
  return { now, failure, again: () => setTries((count) => count + 1) };
}
