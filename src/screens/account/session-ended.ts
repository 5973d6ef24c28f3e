/** Session storage key: tells the page after the reload that the server has ended the session. */
export const sessionEnded = 'vfp-ended';
