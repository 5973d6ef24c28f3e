import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type SetParams = (next: URLSearchParams, options?: { replace: boolean }) => void;

/**
 * Returns the values in the query of the address, and a function that replaces them.
 *
 * The router shows a changed address a little later. Until then the values are those that were set: a field that falls
 * back to its old value loses what is typed in between, and a second change takes back the first.
 */
export function useAddress(): [params: URLSearchParams, change: SetParams] {
  const [params, setParams] = useSearchParams();
  const [ahead, setAhead] = useState<{ passed: string[]; next: string }>();
  const address = params.toString();
  const isAhead = ahead?.passed.includes(address) === true;
  if (ahead !== undefined && (ahead.next === address || !isAhead)) setAhead(undefined);
  const change: SetParams = (next, options) => {
    setAhead({ passed: isAhead ? [...ahead.passed, ahead.next] : [address], next: next.toString() });
    setParams(next, options);
  };
  return [isAhead ? new URLSearchParams(ahead.next) : params, change];
}

/** The same for one value at a time: an empty text removes it. A change makes no entry in the browser's history. */
export function useAddressParams(): [params: URLSearchParams, set: (name: string, value: string) => void] {
  const [params, change] = useAddress();
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    change(next, { replace: true });
  };
  return [params, set];
}
