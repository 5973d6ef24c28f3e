/** Whether all tests run (`npm run test:all`): tests with many histories then run more of them. */
export const isWhole = process.env['VFP_TESTS'] === 'all';
