import { demoPerson } from '@cairn/people/demo/demo-person';
import { demoPages } from './demo-records.ts';

// The same data for everyone, independent of the seed of a sandbox.
const seed = 1;

// The argument is the last day (ISO).
const [today = ''] = process.argv.slice(2);
for (const page of demoPages(demoPerson.generateLife(today, seed), today))
  process.stdout.write(`${JSON.stringify(page)}\n`);
