import fc from 'fast-check';

// Property tests of one run share its seed, so that a failure can be repeated with TEST_SEED.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
