import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Returns the values in the query of the address, and a function that changes one. An empty text removes it. A change
 * makes no entry in the browser's history.
 *
 * The router shows a changed address a little later. Until then the values are those that were set, because a field
 * that falls back to its old value loses what is typed meanwhile.
 */
export function useAddressParams(): [params: URLSearchParams, set: (name: string, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const [ahead, setAhead] = useState<{ passed: string[]; next: string }>();
  const address = params.toString();
  if (ahead !== undefined && ahead.next === address) setAhead(undefined);
  const isAhead = ahead?.passed.includes(address) === true;
  const shown = isAhead ? new URLSearchParams(ahead.next) : params;
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(shown);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setAhead({ passed: isAhead ? [...ahead.passed, ahead.next] : [address], next: next.toString() });
    setParams(next, { replace: true });
  };
  return [shown, set];
}
