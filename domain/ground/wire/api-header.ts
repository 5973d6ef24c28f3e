/** The server sets this to 1 on every API reply. A reply without it is from a proxy or a captive portal. */
export const apiHeader = 'x-vfp-api';
