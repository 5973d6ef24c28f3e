import { useSearchParams } from 'react-router-dom';

/**
 * Returns the values in the query of the address, and a function that changes one. An empty text removes it. A change
 * makes no entry in the browser's history.
 */
export function useAddressParams(): [params: URLSearchParams, set: (name: string, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params, set];
}
