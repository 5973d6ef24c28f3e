/** Under this name session storage holds that the server has ended the session, over the reload that leads to the sign-in. */
export const sessionEnded = 'vfp-ended';
