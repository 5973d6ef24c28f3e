/** Session storage key: after the reload, the page reads from it that the server has ended the session. */
export const sessionEnded = 'vfp-ended';
