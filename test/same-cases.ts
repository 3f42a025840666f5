import fc from 'fast-check';

// `npm test` tries the same cases each time, so that it fails where a change did it; the long run draws others
if (process.env.TEST_LONG !== '1') fc.configureGlobal({ seed: 1 });
