/** Longest text of a search. */
export const searchChars = 200;
/** Pause in typing after which the server is searched too. */
export const searchPauseMs = 300;
