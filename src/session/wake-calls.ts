/** Minimum time in ms between two requests to the browser: it remembers one, so one for each command only costs time. */
const askedAgainMs = 5000;

/** Tells when commands may have to be sent without a page. */
export interface WakeCalls {
  /** A command was appended. */
  appended(): void;
  /** A call has failed. */
  unreachable(): void;
  /** Commands have waited for a while, although the network seems to be there. */
  workWaits(): void;
}

interface WakeRequest {
  /** Asks the browser. */
  ask: () => void;
  /** Whether commands are pending that the server does not have. */
  isWorkDue: () => Promise<boolean>;
}

/** A database that cannot be read has nothing that the worker could send. */
function none(): void {}

/**
 * Decides when the browser is asked to wake the service worker for pending commands: without a network, after a failed
 * call, when they have waited for a while, and when the page is hidden. Not for each command: while there is a network
 * the browser wakes the worker at once, and the worker asks every visible page to pull and push.
 */
export function wakeCalls({ ask, isWorkDue }: WakeRequest, signal: AbortSignal): WakeCalls {
  let isUnasked = false;
  let askedAt = -Infinity;
  function settle(): void {
    if (!isUnasked) return;
    isUnasked = false;
    askedAt = performance.now();
    ask();
  }
  function settleSoon(): void {
    if (performance.now() - askedAt >= askedAgainMs) settle();
  }
  function hidden(): void {
    if (document.visibilityState !== 'hidden') return;
    // The browser has forgotten an earlier request once it has woken the worker, also in vain.
    if (isUnasked) settle();
    else isWorkDue().then((isDue) => isDue && ask(), none);
  }
  document.addEventListener('visibilitychange', hidden, { signal });
  return {
    appended() {
      isUnasked = true;
      if (!navigator.onLine) settleSoon();
    },
    unreachable: settleSoon,
    workWaits() {
      // Another tab may have appended them.
      isUnasked = true;
      settleSoon();
    },
  };
}
