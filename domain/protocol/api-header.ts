/** Only answers with this header, set to 1, are ours; anything else is a network that pretends to be us. */
export const apiHeader = 'x-vfp-api';
