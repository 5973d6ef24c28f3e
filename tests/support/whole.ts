/** Whether everything is run (`npm run test:all`): what tells many stories then tells more of them than `npm test` does. */
export const isWhole = process.env['VFP_TESTS'] === 'all';
