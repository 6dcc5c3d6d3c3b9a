import { createInterface } from 'node:readline/promises';

/** Asks whether to continue. Without a terminal, nobody can answer: the command then requires --yes. */
export async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('Add --yes to continue.');
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await prompt.question('Type yes to continue: ')).trim().toLowerCase() === 'yes';
  } finally {
    prompt.close();
  }
}
