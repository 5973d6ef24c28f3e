/** Length of a search text, and the most conversations that a search lists. */
export const searchChars = 200;
/** Pause in typing after which the server is searched too. */
export const searchPauseMs = 300;
