import { demoPerson } from '@cairn/people/demo-person';
import { demoPages } from '../../features/demo/demo-records.ts';

// The same life for everyone, whatever seed a sandbox runs with.
const seed = 1;

// Whoever starts this process says up to which day.
const [today = ''] = process.argv.slice(2);
for (const page of demoPages(demoPerson.live(today, seed), today))
  process.stdout.write(`${JSON.stringify(page)}\n`);
