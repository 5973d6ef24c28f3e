import { useEffect, useState } from 'react';

/** Returns a text once it has stayed the same for a moment, so that not each letter is sent. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const afterMs = 300;
